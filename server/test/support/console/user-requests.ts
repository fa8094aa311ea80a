import type { Subject } from '@aitai/contract/routes/audiences.ts'
import { userIdOf } from '../account-fixtures.ts'
import type { TestServer } from '../test-server.ts'
import type { TestUser } from '../test-user.ts'

interface ConsoleFixture {
  readonly desk: TestServer
  readonly people: Readonly<Record<Subject, TestUser>>
}

const reason = 'asked by telephone'
let added = 0

/** A new trader, whom no other request needs. */
async function newTrader({ desk }: ConsoleFixture): Promise<string> {
  added += 1
  const email = `trader${added}@alder.example`
  await desk.addUser({ email, role: 'TRADER', firm: 'Alder' })
  return userIdOf(desk, email)
}

const aboutTrader = async (scene: ConsoleFixture) => ({
  by: scene.people.support,
  body: { userId: await newTrader(scene), reason },
})

/** It changes nothing: what does waits for a second person. */
const aboutGrant = (email: string) => async (scene: ConsoleFixture) => ({
  by: scene.people.administrator,
  body: { userId: await userIdOf(scene.desk, email), grant: 'support', reason },
})

const firmRequest = ({ people }: ConsoleFixture, body: object = {}) => ({
  by: people.operations,
  body: { firm: 'Console 1', reason, ...body },
})

const brokerRequest = ({ people }: ConsoleFixture, body: object = {}) => ({
  by: people.operations,
  body: { shortName: 'CONSOLE', reason, ...body },
})

/** Adds an institution and a broker, which no other request needs. */
async function withHouses(scene: ConsoleFixture): Promise<ConsoleFixture> {
  const { operations } = scene.people
  // It is there already if another request has added it.
  for (const [path, body] of [
    ['/operations/institutions/add', { name: 'Console 1', reason }],
    ['/operations/brokers/add', { name: 'Console', shortName: 'CONSOLE', reason }],
  ] as const)
    await operations.calls(path, { body })
  return scene
}

/** A valid request to each call of the console about users, institutions, brokers, the outbox and ratings. */
export const consoleRequests = {
  operationsUsers: ({ people }: ConsoleFixture) => ({ by: people.compliance }),
  operationsUser: async (scene: ConsoleFixture) => ({
    by: scene.people.operations,
    params: { userId: await newTrader(scene) },
  }),
  addUser: ({ people }: ConsoleFixture) => {
    added += 1
    const email = `added${added}@alder.example`
    const body = { email, firstName: 'Aoi', lastName: 'Mori', role: 'TRADER', firm: 'Alder', reason }
    return { by: people.support, body }
  },
  changeUser: async (scene: ConsoleFixture) => {
    const { by, body } = await aboutTrader(scene)
    return { by, body: { ...body, language: 'ja' } }
  },
  disableUser: aboutTrader,
  enableUser: aboutTrader,
  resetUser: aboutTrader,
  unlockUser: aboutTrader,
  signOutUser: aboutTrader,
  removeSecondFactors: aboutTrader,
  addGrant: aboutGrant('support@aitai.example'),
  revokeGrant: aboutGrant('staff@aitai.example'),
  operationsInstitutions: ({ people }: ConsoleFixture) => ({ by: people.support }),
  addFirm: ({ people }: ConsoleFixture) => {
    added += 1
    return { by: people.operations, body: { name: `Added ${added}`, reason } }
  },
  changeFirm: async (scene: ConsoleFixture) => firmRequest(await withHouses(scene), { omsAnswers: true }),
  renameFirm: async (scene: ConsoleFixture) => firmRequest(await withHouses(scene), { to: 'console 1' }),
  disableFirm: async (scene: ConsoleFixture) => firmRequest(await withHouses(scene)),
  enableFirm: async (scene: ConsoleFixture) => firmRequest(await withHouses(scene)),
  addBroker: ({ people }: ConsoleFixture) => {
    added += 1
    return { by: people.operations, body: { name: `Broker ${added}`, shortName: `B${added}`, reason } }
  },
  changeBroker: async (scene: ConsoleFixture) =>
    brokerRequest(await withHouses(scene), { contact: 'desk 2' }),
  disableBroker: async (scene: ConsoleFixture) => brokerRequest(await withHouses(scene)),
  enableBroker: async (scene: ConsoleFixture) => brokerRequest(await withHouses(scene)),
  assignBroker: async (scene: ConsoleFixture) =>
    brokerRequest(await withHouses(scene), { firm: 'Console 1' }),
  unassignBroker: async (scene: ConsoleFixture) =>
    brokerRequest(await withHouses(scene), { firm: 'Console 1' }),
  operationsOutbox: ({ people }: ConsoleFixture) => ({ by: people.support }),
  showRating: async (scene: ConsoleFixture) => ({
    by: scene.people.compliance,
    body: { userId: await newTrader(scene) },
  }),
}
