/** One tag and its value, as they stand on the wire. A tag may come several times: repeating groups. */
export type FixField = readonly [tag: number, value: string]

/**
 * A FIX message without what frames it: no BeginString (8), BodyLength (9), MsgType (35) or CheckSum (10). The
 * fields are in the order of the wire.
 */
export interface FixMessage {
  /** MsgType (35), for example `D`. */
  readonly type: string
  readonly fields: readonly FixField[]
}

/** Returns the first value of a tag, or undefined. */
export function fieldOf(message: FixMessage, tag: number): string | undefined {
  return message.fields.find(([of]) => of === tag)?.[1]
}
