import type { Refusal } from '@aitai/engine/model/refusals.ts'

/** A rule refused the command. The reply is 409 with the code. */
export class Refused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.errorCode)
    this.name = 'Refused'
    this.refusal = refusal
  }
}

/** Nothing can be written or read at present, and the outcome of a write may be unknown. The reply is 503. */
export class Unavailable extends Error {
  constructor(why: string, options?: ErrorOptions) {
    super(why, options)
    this.name = 'Unavailable'
  }
}

/** Nothing was done, because this process does not write: the request may be sent to another one. */
export class NotWriter extends Unavailable {
  override readonly name: string = 'NotWriter'
}
