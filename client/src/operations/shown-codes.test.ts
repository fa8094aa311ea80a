import { calls } from '@aitai/contract/calls.ts'
import { commandRefusalCodes } from '@aitai/contract/codes.ts'
import { auditActions, sessionEndReasons } from '@aitai/contract/routes/console/audit-actions.ts'
import { catalogues, isTextKey } from '@aitai/messages/texts.ts'
import { expect, test } from 'vitest'

/** Nobody sees the code: the page shows something else for it, or nothing. */
const notShown: readonly string[] = []
const remark = ['operations.remark.']
const role = ['operations.users.role.']

/** How the keys of the texts begin of the codes that the console's replies can have, by the field without the call. */
const textsOf: Readonly<Record<string, readonly string[]>> = {
  'added.weekday': notShown,
  'brokers.requiredFactor': notShown,
  'checks.health': ['operations.health.'],
  'checks.name': ['operations.check.', 'operations.todo.'],
  command: ['operations.approvals.command.'],
  'concerns.code': remark,
  'events.kind': ['ledger.kind.'],
  'exchanges.changed': notShown,
  'exchanges.exchange': ['exchange.'],
  'exchanges.warnings.code': remark,
  'firms.requiredFactor': notShown,
  'halts.what': ['operations.halt.'],
  'holidays.weekday': notShown,
  'institutions.budgetsUsedUp.budget': notShown,
  'institutions.signs.budget': notShown,
  'institutions.signs.sign': notShown,
  language: ['operations.users.language.'],
  'market.exchanges.exchange': ['exchange.'],
  'market.exchanges.phase': ['operations.phase.'],
  'messages.kind': ['operations.outbox.kind.'],
  'open.command': ['operations.approvals.command.'],
  'open.kind': ['operations.approvals.means.'],
  'open.shown.name': ['operations.approvals.shown.'],
  'open.state': ['operations.approvals.state.'],
  'over.command': ['operations.approvals.command.'],
  'over.kind': ['operations.approvals.means.'],
  'over.shown.name': ['operations.approvals.shown.'],
  'over.state': ['operations.approvals.state.'],
  'processes.role': ['operations.role.'],
  provider: ['operations.users.provider.'],
  'quotes.source': ['operations.quotes.source.'],
  'removed.weekday': notShown,
  'secondFactors.kind': ['operations.users.factor.'],
  'sessions.kind': ['operations.users.session.'],
  'skipped.why.code': remark,
  source: notShown,
  state: ['operations.approvals.state.'],
  'user.grants': ['operations.grant.'],
  'user.role': role,
  'users.grants': ['operations.grant.'],
  'users.role': role,
  'warnings.code': remark,
  what: ['operations.halt.'],
}

interface Schema {
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
}

/** Each code that a reply can have, after the path of its field. */
const codesIn = (
  schema: Schema,
  path: readonly string[] = [],
): (readonly [field: string, code: string])[] => [
  ...(typeof schema.const === 'string' ? [[path.join('.'), schema.const] as const] : []),
  ...(schema.anyOf ?? []).flatMap((option) => codesIn(option, path)),
  ...(schema.items ? codesIn(schema.items, path) : []),
  ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => codesIn(field, [...path, name])),
]

const found = Map.groupBy(
  calls.filter(({ path }) => path.startsWith('/operations')).flatMap(({ reply }) => codesIn(reply as Schema)),
  ([field]) => field,
)

test('every field with codes says where their texts are, or that they are not shown', () => {
  expect([...found.keys()].toSorted()).toEqual(Object.keys(textsOf).toSorted())
})

test.each([...found])('each code of %s has a text in both languages', (field, codes) => {
  for (const prefix of textsOf[field] ?? [])
    for (const [, code] of codes) {
      const key = `${prefix}${code}`
      expect(isTextKey(key), key).toBe(true)
      if (isTextKey(key)) expect([catalogues.En[key], catalogues.Jp[key]], key).not.toContain('')
    }
})

// What codes that are not in a schema become: the reason of a session's end, and of an approved change that failed.
test.each([
  ...sessionEndReasons.map((code) => `operations.ended.${code}`),
  ...commandRefusalCodes,
  ...auditActions.map((code) => `operations.action.${code}`),
])('%s is a text', (key) => {
  expect(isTextKey(key)).toBe(true)
})
