import { defaultLimits, type Limits, type ProbingLimits } from '../src/model/limits.ts'

const unlimited = 1_000_000_000

/** No limit of probing has an effect: for tests in which locates fail or sizes rise for other reasons. */
export const noProbingLimits: ProbingLimits = {
  failuresPerSecurity: unlimited,
  failedLocatesPerPair: unlimited,
  failuresPerTrader: unlimited,
  failuresPerFirm: unlimited,
  restAfterRaiseMs: 0,
  restAfterRaiseMaxMs: 0,
  withdrawalsPerSecurity: 0,
  withdrawalsPerFirm: 0,
  openHandoversPerTrader: 0,
}

/** The default limits, but adverts may be changed at will. */
export const withoutRestAfterRaise: Limits = {
  ...defaultLimits,
  probing: { ...defaultLimits.probing, restAfterRaiseMs: 0 },
}
