import type { Refusal } from '@aitai/engine/refusals.ts'

/** A rule said no. The answer to give is 409 with the code. */
export class Refused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.errorCode)
    this.name = 'Refused'
    this.refusal = refusal
  }
}

/** Nothing can be written or read just now; whether anything happened is not known. The answer to give is 503. */
export class Unavailable extends Error {
  constructor(why: string, options?: ErrorOptions) {
    super(why, options)
    this.name = 'Unavailable'
  }
}
