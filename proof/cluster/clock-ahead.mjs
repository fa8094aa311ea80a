// Loaded before the server by a test: the clock of this machine is CLOCK_AHEAD_MS ahead of the others'.
const aheadMs = Number(process.env.CLOCK_AHEAD_MS ?? 0)
const RealDate = Date

class AheadDate extends RealDate {
  constructor(...args) {
    super(...(args.length === 0 ? [RealDate.now() + aheadMs] : args))
  }

  static now() {
    return RealDate.now() + aheadMs
  }
}

globalThis.Date = AheadDate
