import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { CallFailed, callApi, signIn } from './api-client.ts'
import { credentialLogin } from './routes/session.ts'

/** Starts a server that ends with the test, and returns its address. */
async function listens(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test.each([301, 302, 303, 307, 308])('a sign-in follows no redirect: %i', async (status) => {
  const requests: string[] = []
  const elsewhere = await listens(
    createServer((request, response) => {
      requests.push(request.url ?? '')
      response.setHeader('content-type', 'application/json').end('{"token":"a"}')
    }),
  )
  const baseUrl = await listens(
    createServer(({ url = '' }, response) => {
      response.writeHead(status, { location: elsewhere + url }).end()
    }),
  )
  const body = { email: 'trader@alder.example', credential: 'secret' }

  const failed = await callApi({ baseUrl, token: null }, credentialLogin, { body }).catch((error) => error)
  expect(failed).toBeInstanceOf(CallFailed)
  expect(failed).toMatchObject({ status })
  await expect(signIn(baseUrl, body.email, 'a password')).rejects.toBeInstanceOf(CallFailed)
  expect(requests).toEqual([])
})
