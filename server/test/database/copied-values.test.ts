import { expect, test } from 'vitest'
import { examine } from '../../src/admin/doctor/doctor.ts'
import { startFakeSmsGateway } from '../messages/fake-sms-gateway.ts'
import { startTestServer } from '../support/test-server.ts'
import { password } from '../support/test-user.ts'
import { until } from '../support/until.ts'

const [own, other] = ['+819012345678', '+819087654321']

test('a phone that was copied to another user gets no code, and neither stops the venue nor other messages', async () => {
  const gateway = await startFakeSmsGateway()
  const server = await startTestServer({ env: { SMS_URL: gateway.url } })
  const { app } = server
  const two = { role: 'TRADER', firm: 'Alder', twoFactor: true } as const
  await server.addUser({ ...two, email: 'victim@alder.example', phone: own })
  await server.addUser({ ...two, email: 'thief@alder.example', phone: other })
  const people = app.database.selectFrom('person').select('phone')
  const { phone: copied } = await people.where('email', '=', 'thief@alder.example').executeTakeFirstOrThrow()
  const asksForCode = (email: string) =>
    server.person(email).isRefused('/login', { body: { email, password }, token: null })
  const health = async () =>
    (await examine(server.admin, app.config)).lines.filter(
      ({ name, health }) => name === 'secrets' && health === 'fail',
    )
  expect(await health()).toEqual([])

  // As somebody would who can write to the database and wants the victim's codes.
  await app.database
    .updateTable('person')
    .set({ phone: copied })
    .where('email', '=', 'victim@alder.example')
    .execute()
  await asksForCode('victim@alder.example')
  const gaveUp = app.database.selectFrom('outbox').select('fault').where('given_up_at', 'is not', null)
  const { fault } = await until('the code to be given up', () => gaveUp.executeTakeFirst())
  await asksForCode('thief@alder.example')
  await until('the code of another user', async () => gateway.sent.length > 0)

  expect(fault).toContain('person.phone was changed or copied')
  expect(gateway.sent.map(({ to }) => to)).toEqual([other])
  expect(await health()).toMatchObject([{ says: expect.stringContaining('copied from other rows: 1.') }])
  await server.restart()
  expect(await (await fetch(`${server.url}/readyz`)).json()).toMatchObject({})
})
