import type { FixField, FixMessage } from '../wire/fix-message.ts'
import type { Dictionary, Members } from './dictionary.ts'
import { hasFormat } from './value-formats.ts'

/** SessionRejectReason (373). */
export const rejectReasons = {
  invalidTag: 0,
  requiredTagMissing: 1,
  tagNotDefinedForMessage: 2,
  tagWithoutValue: 4,
  valueOutOfRange: 5,
  incorrectFormat: 6,
  compIdProblem: 9,
  sendingTimeAccuracy: 10,
  invalidMsgType: 11,
  repeatedTag: 13,
  tagOutOfOrder: 14,
  groupFieldOutOfOrder: 15,
  wrongGroupCount: 16,
} as const

export type RejectReason = (typeof rejectReasons)[keyof typeof rejectReasons]

/** Why a message is rejected, and the tag that it is about. */
export interface Rejection {
  readonly reason: RejectReason
  readonly tag?: number
}

/**
 * Returns why a message does not conform to its dictionary, or null: the first fault in the order of the wire, after
 * the order of header, body and trailer, and then what is missing.
 */
export function validate(dictionary: Dictionary, { type, fields }: FixMessage): Rejection | null {
  const { header, trailer } = dictionary
  const members = dictionary.messages.get(type)
  if (!members) return { reason: rejectReasons.invalidMsgType }
  const bodyStart = endOf(fields, 0, (tag) => header.tags.has(tag))
  const bodyEnd = endOf(fields, bodyStart, (tag) => !header.tags.has(tag) && !trailer.tags.has(tag))
  const end = endOf(fields, bodyEnd, (tag) => trailer.tags.has(tag))
  if (end < fields.length) return rejection(rejectReasons.tagOutOfOrder, (fields[end] as FixField)[0])
  return (
    new PartValidation(dictionary, fields.slice(0, bodyStart)).validate(header) ??
    new PartValidation(dictionary, fields.slice(bodyStart, bodyEnd)).validate(members) ??
    new PartValidation(dictionary, fields.slice(bodyEnd)).validate(trailer)
  )
}

function endOf(fields: readonly FixField[], from: number, belongs: (tag: number) => boolean): number {
  let index = from
  while (index < fields.length && belongs((fields[index] as FixField)[0])) index += 1
  return index
}

/** A tag that is not a number cannot be named. */
const rejection = (reason: RejectReason, tag: number): Rejection =>
  Number.isNaN(tag) ? { reason } : { reason, tag }

/** Walks through the header, the body or the trailer, and into its repeating groups. */
class PartValidation {
  readonly #dictionary: Dictionary
  readonly #fields: readonly FixField[]
  #index = 0

  constructor(dictionary: Dictionary, fields: readonly FixField[]) {
    this.#dictionary = dictionary
    this.#fields = fields
  }

  validate(members: Members): Rejection | null {
    const seen = new Set<number>()
    while (this.#index < this.#fields.length) {
      const [tag] = this.#fields[this.#index] as FixField
      const fault = this.#field(members, seen) ?? this.#group(members, tag)
      if (fault) return fault
    }
    return missing(members, seen)
  }

  /** Checks the current field and goes to the next one. */
  #field(members: Members, seen: Set<number>): Rejection | null {
    const [tag, value] = this.#fields[this.#index] as FixField
    const field = this.#dictionary.fields.get(tag)
    if (value === '') return rejection(rejectReasons.tagWithoutValue, tag)
    if (!field) return rejection(rejectReasons.invalidTag, tag)
    if (!members.ranks.has(tag)) return rejection(rejectReasons.tagNotDefinedForMessage, tag)
    if (seen.has(tag)) return rejection(rejectReasons.repeatedTag, tag)
    if (!hasFormat(field.type, value)) return rejection(rejectReasons.incorrectFormat, tag)
    const values = field.type === 'MULTIPLEVALUESTRING' ? value.split(' ') : [value]
    if (field.values && !values.every((one) => field.values?.has(one))) {
      return rejection(rejectReasons.valueOutOfRange, tag)
    }
    seen.add(tag)
    this.#index += 1
    return null
  }

  /** Walks through the entries of a group if the field before the current one counts them. */
  #group(members: Members, counter: number): Rejection | null {
    const group = members.groups.get(counter)
    if (!group) return null
    const [, count] = this.#fields[this.#index - 1] as FixField
    let entries = 0
    while (this.#index < this.#fields.length) {
      const [tag] = this.#fields[this.#index] as FixField
      const rank = group.ranks.get(tag)
      if (rank === undefined) break
      if (rank > 0) return rejection(rejectReasons.groupFieldOutOfOrder, tag)
      entries += 1
      const fault = this.#entry(group)
      if (fault) return fault
    }
    return entries === Number(count) ? null : rejection(rejectReasons.wrongGroupCount, counter)
  }

  /** Walks through one entry, from the field that begins it to the field that begins the next or is no member. */
  #entry(group: Members): Rejection | null {
    const seen = new Set<number>()
    let last = -1
    while (this.#index < this.#fields.length) {
      const [tag] = this.#fields[this.#index] as FixField
      const rank = group.ranks.get(tag)
      if (rank === undefined || (rank === 0 && seen.size > 0)) break
      if (rank === last) return rejection(rejectReasons.repeatedTag, tag)
      if (rank < last) return rejection(rejectReasons.groupFieldOutOfOrder, tag)
      last = rank
      const fault = this.#field(group, seen) ?? this.#group(group, tag)
      if (fault) return fault
    }
    return missing(group, seen)
  }
}

function missing({ required }: Members, seen: ReadonlySet<number>): Rejection | null {
  const tag = required.find((of) => !seen.has(of))
  return tag === undefined ? null : { reason: rejectReasons.requiredTagMissing, tag }
}
