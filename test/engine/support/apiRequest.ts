import { smallService, type Answering } from './smallService';

export { send } from './parameters';

/** A service for one test. */
export const service = async (answer: Answering) => await smallService({ answer });
