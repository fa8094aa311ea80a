import { strictObject } from '@aitai/contract/schemas/common.ts'
import Type, { type Static } from 'typebox'

const Text = Type.String({ minLength: 1, maxLength: 200 })
const TimeOfDay = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' })

/** Who a session acts as: its name in logs and in the store, the user, and the secret of `credential add`. */
const identity = { id: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,39}$' }), user: Text, credential: Text }

/** A FIX session as the file of sessions describes it; docs/operations/fix.md explains each field. */
export const SessionEntry = strictObject({
  ...identity,
  version: Type.Union([Type.Literal('FIX.4.4'), Type.Literal('FIX.4.2')]),
  counterparty: Text,
  type: Type.Union([Type.Literal('orders'), Type.Literal('dropCopy')]),
  password: Type.Optional(Text),
  networks: Type.Optional(Type.Array(Text)),
  certificates: Type.Optional(Type.Array(Text)),
  day: Type.Optional(strictObject({ start: TimeOfDay, end: TimeOfDay })),
  resetOnLogon: Type.Optional(Type.Boolean()),
})
export type SessionEntry = Static<typeof SessionEntry>

/** A watched folder as the file of sessions describes it; docs/operations/files.md explains each field. */
export const FolderEntry = strictObject({
  ...identity,
  type: Type.Literal('folder'),
  folder: Type.String({ minLength: 1, maxLength: 1_000 }),
  language: Type.Union([Type.Literal('en'), Type.Literal('ja')]),
})
export type FolderEntry = Static<typeof FolderEntry>

/** The file of sessions; each session is validated by its type. */
export const SessionFile = strictObject({
  sessions: Type.Array(Type.Object({ type: Type.String() }), { minItems: 1 }),
})
