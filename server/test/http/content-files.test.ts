import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installationElement, passwordLength } from '@aitai/contract/codes.ts'
import type { Brand, Installation } from '@aitai/contract/schemas/installation.ts'
import { expect, test } from 'vitest'
import { readInstallation, renderPage } from '../../src/http/content-files.ts'
import { textOfMessage } from '../../src/messages/outbox.ts'
import { temporaryFolder } from '../support/test-databases.ts'
import { startTestServer } from '../support/test-server.ts'
import { password } from '../support/test-user.ts'

const nowhere = { aboutUrl: { En: null, Jp: null }, loginRedirect: false }
const brand: Brand = {
  productName: 'Kaiseki & <Co>',
  logo: 'own-logo.svg',
  contact: { email: 'desk@kaiseki.example', phone: '+81 3 0000 0000' },
  videoChannel: null,
}

/** A data folder with the owner's files. */
function ownerWith(files: Readonly<Record<string, string>>): string {
  const dataDir = temporaryFolder()
  mkdirSync(join(dataDir, 'content'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dataDir, 'content', name), text)
  return dataDir
}

const dataOf = (page: string): Installation =>
  JSON.parse(new RegExp(`id="${installationElement}">([^<]*)<`).exec(page)?.[1] ?? 'null')

test('an owner replaces name, logo and contact, and keeps our other content', () => {
  const dataDir = ownerWith({ 'brand.json': JSON.stringify(brand), 'own-logo.svg': '<svg/>' })
  const installation = readInstallation({ ...nowhere, dataDir })

  expect(installation.brand).toEqual(brand)
  expect(installation.brokers).toHaveLength(5)
})

// spec: 1.8
test('the page has the name as its title and everything else as data, whatever the name contains', () => {
  const html = '<html><head><title>Aitai</title></head><body></body></html>'
  const installation = { brand, brokers: [], ...nowhere }
  const page = renderPage(html, installation)

  expect(page).toContain('<title>Kaiseki &amp; &lt;Co&gt;</title>')
  expect(dataOf(page)).toEqual(installation)
  const closing = { ...installation, brand: { ...brand, productName: '</script><script>alert(1)//$&' } }
  expect(renderPage(html, closing).match(/<script/g)).toHaveLength(1)
  expect(dataOf(renderPage(html, closing))).toEqual(closing)
})

test.each([
  ['brand.json', '{', 'content/brand.json cannot be read as JSON'],
  ['brand.json', JSON.stringify({ ...brand, contact: { email: 'nobody', phone: null } }), 'contact/email'],
  ['brand.json', JSON.stringify({ ...brand, logo: '../secret.svg' }), 'content/brand.json: logo'],
  ['brand.json', JSON.stringify({ ...brand, videoChannel: 'javascript:alert(1)' }), 'videoChannel'],
  ['brand.json', JSON.stringify(brand), 'content/own-logo.svg is missing'],
  ['brokers.json', '[]', 'content/brokers.json'],
  ['about.json', '{"sample":true,"company":[],"founders":[]}', 'content/about.json: company'],
])('an invalid %s stops the start with one line', (file, text, message) => {
  const dataDir = ownerWith({ [file]: text })
  expect(() => readInstallation({ ...nowhere, dataDir })).toThrow(message)
})

test('mails and replies contain the name that the owner has chosen', async () => {
  const dataDir = ownerWith({
    'brand.json': JSON.stringify({ ...brand, productName: 'Kaiseki' }),
    'own-logo.svg': '<svg/>',
  })
  const server = await startTestServer({ env: { DATA_DIR: dataDir } })
  const email = 'trader@alder.example'
  await server.person(email).callsOk(`/password/forgot-password/${email}`)
  const mail = await server.app.database
    .selectFrom('outbox')
    .selectAll()
    .where('recipient', '=', email)
    .executeTakeFirstOrThrow()
  expect(mail.subject).toBe('Reset your Kaiseki password')
  expect(await textOfMessage(server.app.database, mail)).toContain('your Kaiseki account')

  const trader = await server.trader('alder')
  const change = { oldPassword: password, password: email, passwordConfirmation: email }
  const refused = await trader.isRefused('/user/update-password', { body: change })
  expect(refused).toMatchObject({ errorCode: 'PASSWORD_GUESSABLE', variables: passwordLength })
  expect(refused.message).toContain('stock codes and Kaiseki.')
})

test('security.txt names the contact of the owner, for half a year', async () => {
  const dataDir = ownerWith({ 'brand.json': JSON.stringify({ ...brand, logo: null }) })
  const desk = await startTestServer({ env: { DATA_DIR: dataDir, PUBLIC_URL: 'https://kaiseki.example' } })
  const reply = await fetch(`${desk.url}/.well-known/security.txt`)

  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  const fields = Object.fromEntries(
    (await reply.text())
      .trim()
      .split('\n')
      .map((line) => line.split(/: /)),
  )
  expect(fields).toEqual({
    Contact: 'mailto:desk@kaiseki.example',
    Expires: new Date(desk.clock.now() + 180 * 24 * 60 * 60_000).toISOString(),
    'Preferred-Languages': 'en, ja',
    Canonical: 'https://kaiseki.example/.well-known/security.txt',
  })
})

test('the descriptions of the calls can be switched off', async () => {
  const [on, off] = [await startTestServer(), await startTestServer({ env: { API_DOCS: 'off' } })]
  const alder = await off.trader('alder')

  for (const path of ['/docs', '/docs/json', '/docs/async']) {
    expect((await fetch(`${on.url}/api${path}`)).status).toBe(200)
    expect(await alder.isRefused(path)).toMatchObject({ status: 404, errorCode: 'NOT_FOUND' })
  }
})

test('content files are served to everyone, and nothing beside them', async () => {
  const desk = await startTestServer()
  const get = (path: string) => fetch(`${desk.url}${path}`)

  const logo = await get('/content/brokers/hinoki.svg')
  expect(logo.headers.get('content-type')).toContain('image/svg+xml')
  // An owner's file may contain a script, which must not run when it is opened directly.
  expect(logo.headers.get('content-security-policy')).toContain("script-src 'self'")
  expect((await get('/content/..%2fpackage.json')).status).toBeGreaterThanOrEqual(400)
  expect((await get('/content/missing.svg')).status).toBe(404)
})
