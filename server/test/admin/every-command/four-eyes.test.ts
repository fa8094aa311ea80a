import { approvedCommands } from '@aitai/contract/codes.ts'
import { expect, test } from 'vitest'
import { guardedDeciders } from '../../../src/admin/approvals/guarded-commands.ts'
import { guardedCases } from './command-cases.ts'
import { channels, none, ofEveryGuarded } from './guarded-scenarios.ts'

test('every guarded command has a case that waits', () => {
  const tried = [...new Set(guardedCases.map(({ name }) => name))].toSorted()
  expect(tried).toEqual(guardedDeciders.map(({ name }) => name).toSorted())
  expect(tried).toEqual([...approvedCommands].toSorted())
})

test('the same person is no second one: at another session, at the command line, and with other credentials', async () => {
  const said = await ofEveryGuarded(async (waiting) => {
    const { server, each, id } = waiting
    const codes: string[] = []
    for (const channel of channels) codes.push((await server.approves(each.by, id, channel)).code)
    // While staff need passkeys, a new session of somebody without one can only add one.
    if (each.name !== 'staff change') await server.people[each.by].signsIn()
    codes.push((await server.approves(each.by, id, 'console')).code)
    return [codes, await waiting.changed(), await waiting.carriedOut()]
  })
  const refused = ['APPROVAL_OWN', 'APPROVAL_OWN', 'APPROVAL_OWN']
  for (const [label, [codes, changed, done]] of Object.entries(said)) {
    expect([codes, changed], label).toEqual([refused, none])
    expect(new Set(done), label).toEqual(new Set(['DONE']))
  }
})

test('an approval is used once', async () => {
  const said = await ofEveryGuarded(async (waiting) => {
    const { server, each, id, second } = waiting
    const done = await waiting.carriedOut()
    const effects = await waiting.effects()
    const codes = new Set<string>()
    for (const channel of channels) codes.add((await server.approves(second, id, channel)).code)
    const isFetchedOnce = waiting.isView && !each.isRepeatable
    if (isFetchedOnce) {
      const { code, approval } = await waiting.runs()
      codes.add(`${code} ${approval === id}`)
    }
    return [
      done.every((code) => code === 'DONE'),
      effects > 0,
      (await waiting.effects()) - effects,
      [...codes],
      isFetchedOnce,
    ]
  })
  for (const [label, [isDone, hasEffect, more, codes, isFetchedOnce]] of Object.entries(said)) {
    expect([isDone, hasEffect, more], label).toEqual([true, true, 0])
    expect(codes, label).toEqual(
      isFetchedOnce ? ['APPROVAL_OVER', 'APPROVAL_NEEDED false'] : ['APPROVAL_OVER'],
    )
  }
})
