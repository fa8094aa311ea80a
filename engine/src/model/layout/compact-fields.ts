/** What few adverts have, so that all others share one object. It is replaced and never changed in place. */
interface RareFields<Cause extends string> {
  readonly causeOfDeath: Cause | null
  readonly errorCode: string | null
  readonly frozenQuantity: number | null
  readonly advertTriggerSatisfied: boolean
  readonly isBeyondLimit: boolean
  readonly restsUntil: number | null
  readonly isPausedByHead: boolean
  readonly locateId: string | null
  readonly agreedLocateId: string | null
  readonly parentAdvertId: string | null
  readonly residualId: string | null
  readonly renewals: number
  readonly resumes: number
  readonly automaticSince: number | null
}

const none: RareFields<never> = Object.freeze({
  causeOfDeath: null,
  errorCode: null,
  frozenQuantity: null,
  advertTriggerSatisfied: false,
  isBeyondLimit: false,
  restsUntil: null,
  isPausedByHead: false,
  locateId: null,
  agreedLocateId: null,
  parentAdvertId: null,
  residualId: null,
  renewals: 0,
  resumes: 0,
  automaticSince: null,
})

/** Fields that are not stored as they are read. */
type CompactFieldName =
  | keyof RareFields<string>
  | 'submitTime'
  | 'expiryDate'
  | 'priorityTime'
  | 'settledSince'

/**
 * The fields of an advert that would take most of its memory, stored in less: adverts exist by the million. A time is
 * stored as its distance from the draft, a small integer that needs no memory of its own, and the fields that few
 * adverts use are in an object that the others share (docs/decisions/0163-memory-of-an-advert.md).
 */
export abstract class CompactFields<Cause extends string> {
  readonly draftedAt: number
  private submittedAfter: number | null
  private expiresAfter: number | null
  private priorityAfter: number
  private settledAfter: number
  private rare: RareFields<Cause>

  constructor({ draftedAt, parentAdvertId }: { draftedAt: number; parentAdvertId: string | null }) {
    this.draftedAt = draftedAt
    this.submittedAfter = null
    this.expiresAfter = null
    this.priorityAfter = 0
    this.settledAfter = 0
    this.rare = parentAdvertId === null ? none : { ...none, parentAdvertId }
  }

  protected copyCompactFields(from: CompactFields<Cause>): void {
    this.submittedAfter = from.submittedAfter
    this.expiresAfter = from.expiresAfter
    this.priorityAfter = from.priorityAfter
    this.settledAfter = from.settledAfter
    this.rare = from.rare
  }

  protected compactFields(): Pick<this, CompactFieldName> {
    const { submitTime, expiryDate, priorityTime, settledSince, rare } = this
    return { submitTime, expiryDate, priorityTime, settledSince, ...rare }
  }

  get submitTime(): number | null {
    return this.submittedAfter === null ? null : this.draftedAt + this.submittedAfter
  }
  set submitTime(submitTime) {
    this.submittedAfter = submitTime === null ? null : submitTime - this.draftedAt
  }

  get expiryDate(): number | null {
    return this.expiresAfter === null ? null : this.draftedAt + this.expiresAfter
  }
  set expiryDate(expiryDate) {
    this.expiresAfter = expiryDate === null ? null : expiryDate - this.draftedAt
  }

  /** The start of its time priority (docs/rules.md §4). */
  get priorityTime(): number {
    return this.draftedAt + this.priorityAfter
  }
  set priorityTime(priorityTime) {
    this.priorityAfter = priorityTime - this.draftedAt
  }

  /** The last submit, modify or resume (docs/rules.md §3, E11). */
  get settledSince(): number {
    return this.draftedAt + this.settledAfter
  }
  set settledSince(settledSince) {
    this.settledAfter = settledSince - this.draftedAt
  }

  get causeOfDeath(): Cause | null {
    return this.rare.causeOfDeath
  }
  set causeOfDeath(causeOfDeath) {
    if (causeOfDeath !== this.rare.causeOfDeath) this.rare = { ...this.rare, causeOfDeath }
  }

  /** The code of the market error or cancel trigger that ended it (docs/specification.md §8). */
  get errorCode(): string | null {
    return this.rare.errorCode
  }
  set errorCode(errorCode) {
    if (errorCode !== this.rare.errorCode) this.rare = { ...this.rare, errorCode }
  }

  /** The quantity offered during a locate, in which nothing decays (docs/rules.md §6). Otherwise null. */
  get frozenQuantity(): number | null {
    return this.rare.frozenQuantity
  }
  set frozenQuantity(frozenQuantity) {
    if (frozenQuantity !== this.rare.frozenQuantity) this.rare = { ...this.rare, frozenQuantity }
  }

  /** An advertising trigger fires once and is never reset (docs/rules.md §11). */
  get advertTriggerSatisfied(): boolean {
    return this.rare.advertTriggerSatisfied
  }
  set advertTriggerSatisfied(advertTriggerSatisfied) {
    if (advertTriggerSatisfied !== this.rare.advertTriggerSatisfied)
      this.rare = { ...this.rare, advertTriggerSatisfied }
  }

  /** Whether it waits because the confirmed mid is beyond its limit price (docs/rules.md §25). */
  get isBeyondLimit(): boolean {
    return this.rare.isBeyondLimit
  }
  set isBeyondLimit(isBeyondLimit) {
    if (isBeyondLimit !== this.rare.isBeyondLimit) this.rare = { ...this.rare, isBeyondLimit }
  }

  /** The end of the rest of its institution in the security after a raise or flip (docs/rules.md §21). */
  get restsUntil(): number | null {
    return this.rare.restsUntil
  }
  set restsUntil(restsUntil) {
    if (restsUntil !== this.rare.restsUntil) this.rare = { ...this.rare, restsUntil }
  }

  /** Whether a desk head has paused it, so that a head may resume it (docs/rules.md §15). */
  get isPausedByHead(): boolean {
    return this.rare.isPausedByHead
  }
  set isPausedByHead(isPausedByHead) {
    if (isPausedByHead !== this.rare.isPausedByHead) this.rare = { ...this.rare, isPausedByHead }
  }

  get locateId(): string | null {
    return this.rare.locateId
  }
  set locateId(locateId) {
    if (locateId !== this.rare.locateId) this.rare = { ...this.rare, locateId }
  }

  /** The locate that completed it. */
  get agreedLocateId(): string | null {
    return this.rare.agreedLocateId
  }
  set agreedLocateId(agreedLocateId) {
    if (agreedLocateId !== this.rare.agreedLocateId) this.rare = { ...this.rare, agreedLocateId }
  }

  /** The completed advert whose residual this is (docs/rules.md §10). */
  get parentAdvertId(): string | null {
    return this.rare.parentAdvertId
  }

  /** The residual created from this one (docs/rules.md §10). */
  get residualId(): string | null {
    return this.rare.residualId
  }
  set residualId(residualId) {
    if (residualId !== this.rare.residualId) this.rare = { ...this.rare, residualId }
  }

  /** How often its owner's rules have renewed it so far (docs/rules.md §28). */
  get renewals(): number {
    return this.rare.renewals
  }
  set renewals(renewals) {
    if (renewals !== this.rare.renewals) this.rare = { ...this.rare, renewals }
  }

  /** How often they have resumed it so far (docs/rules.md §28). */
  get resumes(): number {
    return this.rare.resumes
  }
  set resumes(resumes) {
    if (resumes !== this.rare.resumes) this.rare = { ...this.rare, resumes }
  }

  /** Since when one of these rules is to renew it, if it is dead, or to resume it; null if none is. */
  get automaticSince(): number | null {
    return this.rare.automaticSince
  }
  set automaticSince(automaticSince) {
    if (automaticSince !== this.rare.automaticSince) this.rare = { ...this.rare, automaticSince }
  }
}
