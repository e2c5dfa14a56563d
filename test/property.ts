import fc from 'fast-check';

/** The same commit always gets the same verdict. Other cases: `SEED=2 npx jest`, or many with `npm run trials`. */
fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

export default fc;
