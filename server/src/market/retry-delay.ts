const retryMs = { first: 100, longest: 2_000 }

/** No delay at first, then doubled with each failure since the last successful write. */
export const retryDelayMs = (failures: number): number =>
  failures === 0 ? 0 : Math.min(retryMs.first * 2 ** Math.min(failures - 1, 10), retryMs.longest)
