import type { Limits } from '@aitai/engine/model/limits.ts'
import { startTestServer, type TestServer } from '../../../server/test/support/test-server.ts'
import { serverClock } from '../../src/shared/connection/server-clock.ts'
import { pageServer } from './controlled-server.tsx'

/** Alder uses the desk, Birch the API. Only one of them needs a socket of the test's own. */
export async function startTwoDesks(limits: Partial<Limits> = {}) {
  const desk = await startTestServer({ brokers: ['Hinoki'], limits, ...(await pageServer()) })
  // Without a sample the page has the time of this machine: a test that passes hours would fail late in the evening.
  serverClock.addSample(desk.clock.now())
  catchUp(desk)
  const [alder, birch] = await Promise.all([desk.trader('alder'), desk.trader('birch')])
  await birch.connects()
  return { desk, alder, birch }
}

/** The clock of the page runs, also from test to test, while that of the server stands until it is advanced. */
export const catchUp = ({ clock }: TestServer): void =>
  clock.advance(Math.max(0, Math.ceil(serverClock.now()) - clock.now()))
