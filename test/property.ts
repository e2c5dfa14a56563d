import fc from 'fast-check';

/** The same commit always gets the same verdict. Other cases: `SEED=2 npx jest`, or many with `npm run trials`. */
fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

/** Far away: how long a property takes depends on the machine, and what hangs ends by its own deadlines. */
export const propertyMs = 3_600_000;

export default fc;
