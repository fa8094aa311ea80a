import type { StaffGrant } from '@aitai/contract/codes.ts'
import { expect } from 'vitest'
import { auditEvents, Operator, operatorName } from '../../support/operator.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '../../support/test-server.ts'
import type { TestUser } from '../../support/test-user.ts'

export const reason = 'asked by the exchange'

/** A server with a signed-in user of staff for each of these grants, and an operator at its shell. */
export async function startConsole<G extends StaffGrant>(
  grants: readonly G[],
  options: TestServerOptions = {},
) {
  const desk = await startTestServer(options)
  const people: Partial<Record<G, TestUser>> = {}
  for (const grant of grants) {
    await desk.addStaff(grant)
    people[grant] = await desk.person(`${grant}@aitai.example`).signsIn()
  }
  return { desk, ...(people as Record<G, TestUser>), operator: new Operator(desk) }
}

export const idOf = async ({ app }: TestServer, { email }: TestUser): Promise<string> =>
  (await app.database.selectFrom('person').select('id').where('email', '=', email).executeTakeFirstOrThrow())
    .id

/** The audit events that something leaves. */
export async function eventsOf(desk: TestServer, does: () => Promise<unknown>) {
  const before = (await auditEvents(desk)).length
  await does()
  return (await auditEvents(desk)).slice(before)
}

/** Expects that the console left what the command left, but for who it was. */
export async function expectSameEvents(
  desk: TestServer,
  by: TestUser,
  ofCommand: readonly object[],
  ofConsole: readonly object[],
): Promise<void> {
  expect(ofCommand.length).toBeGreaterThan(0)
  const actor = `staff:${await idOf(desk, by)}`
  const named = (list: readonly object[], name: string) =>
    list.map((event) => ({ ...event, actor: (event as { actor: string }).actor.replace(name, 'somebody') }))
  expect(named(ofConsole, actor)).toEqual(named(ofCommand, `staff:${operatorName}`))
}

export const base64 = (text: string): string => Buffer.from(text).toString('base64')
