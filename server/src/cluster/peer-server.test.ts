import { expect, onTestFinished, test } from 'vitest'
import { NotWriter, Unavailable } from '../errors.ts'
import { type PeerHandlers, startPeerServer } from './peer-server.ts'

/** The status of the reply to a command that fails in a way. */
async function statusAfter(failure: Error, secret = 'a secret'): Promise<number> {
  const fail = async (): Promise<never> => {
    throw failure
  }
  const handlers: PeerHandlers = {
    '/call': fail,
    '/command': fail,
    '/admin': fail,
    '/presence': fail,
    '/quotes': fail,
  }
  const server = await startPeerServer('http://127.0.0.1:0', 'a secret', handlers, () => {})
  onTestFinished(server.stop)
  const headers = { authorization: `Bearer ${secret}` }
  const response = await fetch(`${server.address}/command`, { method: 'POST', headers, body: '{}' })
  return response.status
}

test('only a request that was not taken is answered with 503, after which it is sent to another process', async () => {
  expect(await statusAfter(new NotWriter('another process writes'))).toBe(503)
  expect(await statusAfter(new Unavailable('the write failed'))).toBe(500)
})

test('without the secret there is nothing', async () => {
  expect(await statusAfter(new NotWriter('another process writes'), 'another secret')).toBe(404)
})
