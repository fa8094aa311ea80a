import { type Subject, subjects } from '@aitai/contract/audiences.ts'
import { type Desk, type DeskOptions, startDesk } from './desk.ts'
import { type Person, password } from './person.ts'

const feedToken = 'a-token-of-the-feed-handler-0123456789'

/** A desk with one of everybody at its door, and the source of prices too. */
export async function startWithSubjects(options: DeskOptions = {}) {
  const roomy = { FORGOTS_PER_NETWORK: '1000', TOKEN_CHECKS_PER_NETWORK: '1000', CONTACTS_PER_USER: '1000' }
  const env = { QUOTES: 'http', FEED_TOKEN: feedToken, ...roomy, ...options.env }
  const desk = await startDesk({ ...options, env })
  return { desk, people: await everybody(desk) }
}

async function everybody(desk: Desk): Promise<Record<Subject, Person>> {
  await desk.addUser({ email: 'staff@aitai.example', role: 'STAFF' })
  const phone = '+815012345678'
  await desk.addUser({ email: 'two@alder.example', role: 'TRADER', firm: 'Alder', twoFactor: true, phone })
  await desk.addUser({ email: 'new@alder.example', role: 'TRADER', firm: 'Alder' })
  await desk.app.database
    .updateTable('person')
    .set({ first_login: 1 })
    .where('email', '=', 'new@alder.example')
    .execute()
  const people = {
    anonymous: desk.person('nobody@alder.example'),
    twoFactor: desk.person('two@alder.example'),
    firstLogin: desk.person('new@alder.example'),
    trader: desk.person('trader@alder.example'),
    broker: desk.person('broker@hinoki.example'),
    staff: desk.person('staff@aitai.example'),
    feed: desk.person('feed'),
  }
  for (const subject of subjects) await appears(subject, people[subject])
  return people
}

/** Someone comes, or comes back after a log-off. */
export async function appears(subject: Subject, person: Person): Promise<void> {
  if (subject === 'feed') person.token = feedToken
  else if (subject === 'twoFactor') {
    const body = { email: person.email, password }
    person.token = (await person.isRefused('/login', { body })).token ?? null
  } else if (subject !== 'anonymous') await person.signsIn()
}
