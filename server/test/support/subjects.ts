import { staffGrants } from '@aitai/contract/codes.ts'
import { type Subject, subjects } from '@aitai/contract/routes/audiences.ts'
import { startTestServer, type TestServer, type TestServerOptions } from './test-server.ts'
import { password, type TestUser } from './test-user.ts'

const feedToken = 'a-token-of-the-feed-handler-0123456789'

/** Those of the order management systems, of the server that was started last. */
const secrets = { omsTrader: '', omsBroker: '' }

/** A server with a user of every audience, and a feed handler. */
export async function startServerWithSubjects(options: TestServerOptions = {}) {
  const roomy = { FORGOTS_PER_NETWORK: '1000', TOKEN_CHECKS_PER_NETWORK: '1000', CONTACTS_PER_USER: '1000' }
  const env = { QUOTES: 'http', FEED_TOKEN: feedToken, ...roomy, ...options.env }
  const desk = await startTestServer({ ...options, env })
  return { desk, people: await everybody(desk) }
}

async function everybody(desk: TestServer): Promise<Record<Subject, TestUser>> {
  await desk.addUser({ email: 'staff@aitai.example', role: 'STAFF' })
  for (const grant of staffGrants) await desk.addStaff(grant)
  const phone = '+815012345678'
  await desk.addUser({ email: 'two@alder.example', role: 'TRADER', firm: 'Alder', twoFactor: true, phone })
  await desk.addUser({ email: 'new@alder.example', role: 'TRADER', firm: 'Alder' })
  await desk.app.database
    .updateTable('person')
    .set({ first_login: 1 })
    .where('email', '=', 'new@alder.example')
    .execute()
  await desk.addFirmWithPasskeys('Quince')
  await desk.addUser({ email: 'passkey@quince.example', role: 'TRADER', firm: 'Quince' })
  await desk.addUser({ email: 'head@alder.example', role: 'TRADER', firm: 'Alder' })
  await desk.addUser({ email: 'oms@alder.example', role: 'TRADER', firm: 'Alder' })
  await desk.addUser({ email: 'oms@hinoki.example', role: 'BROKER', broker: 'Hinoki' })
  await desk.makesDeskHead('head@alder.example')
  const people = {
    anonymous: desk.person('nobody@alder.example'),
    twoFactor: desk.person('two@alder.example'),
    firstLogin: desk.person('new@alder.example'),
    firstPasskey: desk.person('passkey@quince.example'),
    trader: desk.person('trader@alder.example'),
    deskHead: desk.person('head@alder.example'),
    broker: desk.person('broker@hinoki.example'),
    omsTrader: desk.person('oms@alder.example'),
    omsBroker: desk.person('oms@hinoki.example'),
    staff: desk.person('staff@aitai.example'),
    operations: desk.person('operations@aitai.example'),
    support: desk.person('support@aitai.example'),
    compliance: desk.person('compliance@aitai.example'),
    administrator: desk.person('administrator@aitai.example'),
    feed: desk.person('feed'),
  }
  secrets.omsTrader = await desk.issuesCredential({ firm: 'Alder', users: [people.omsTrader.email] })
  secrets.omsBroker = await desk.issuesCredential({ broker: 'Hinoki', users: [people.omsBroker.email] })
  for (const subject of subjects) await signInSubject(subject, people[subject])
  return people
}

/** Signs a user in, also again after a log-off. */
export async function signInSubject(subject: Subject, person: TestUser): Promise<void> {
  if (subject === 'feed') person.token = feedToken
  else if (subject === 'omsTrader' || subject === 'omsBroker')
    await person.signsInByCredential(secrets[subject])
  else if (subject === 'twoFactor') {
    const body = { email: person.email, password }
    person.token = (await person.isRefused('/login', { body })).token ?? null
  } else if (subject !== 'anonymous') await person.signsIn()
}
