/**
 * How long a list may lag behind (docs/api/behaviours.md#healthy-services). Another accounting service was seen to take
 * 7.1 s, while the record by its ID was current.
 */
export const listLagSeconds = 60;
