import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installationElement } from '@aitai/contract/codes.ts'
import type { Brand, Installation } from '@aitai/contract/schemas/installation.ts'
import { setProductName, textIn } from '@aitai/messages/texts.ts'
import { expect, onTestFinished, test } from 'vitest'
import { readInstallation, renderPage } from '../../src/http/content-files.ts'
import { startTestServer } from '../support/test-server.ts'

const nowhere = { aboutUrl: { En: null, Jp: null }, loginRedirect: false }
const brand: Brand = {
  productName: 'Kaiseki & <Co>',
  logo: 'own-logo.svg',
  contact: { email: 'desk@kaiseki.example', phone: '+81 3 0000 0000' },
  videoChannel: null,
}

/** A data folder with files of the owner's. */
function ownerWith(files: Readonly<Record<string, string>>): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'aitai-content-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  mkdirSync(join(dataDir, 'content'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dataDir, 'content', name), text)
  return dataDir
}

const dataOf = (page: string): Installation =>
  JSON.parse(new RegExp(`id="${installationElement}">([^<]*)<`).exec(page)?.[1] ?? 'null')

test('an owner puts name, logo and contact in place of ours, and keeps the rest of ours', () => {
  const dataDir = ownerWith({ 'brand.json': JSON.stringify(brand), 'own-logo.svg': '<svg/>' })
  const installation = readInstallation({ ...nowhere, dataDir })

  expect(installation.brand).toEqual(brand)
  expect(installation.brokers).toHaveLength(5)
})

// spec: 1.8
test('the page carries the name as its title and all the rest as data, whatever is in a name', () => {
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
  ['brand.json', JSON.stringify(brand), 'content/own-logo.svg is not there'],
  ['brokers.json', '[]', 'content/brokers.json'],
  ['about.json', '{"sample":true,"company":[],"founders":[]}', 'content/about.json: company'],
])('a wrong %s stops the start with one line', (file, text, said) => {
  const dataDir = ownerWith({ [file]: text })
  expect(() => readInstallation({ ...nowhere, dataDir })).toThrow(said)
})

test('the name is in every text, of mails too', () => {
  onTestFinished(() => setProductName('Aitai'))
  setProductName('Kaiseki')
  expect(textIn('Jp', 'mail.reset.subject')).toBe('【Kaiseki】パスワード再設定のご案内')
  expect(textIn('En', 'name.product')).toBe('Kaiseki')
})

test('files of content are served to everybody, and nothing beside them', async () => {
  const desk = await startTestServer()
  const get = (path: string) => fetch(`${desk.url}${path}`)

  const logo = await get('/content/brokers/hinoki.svg')
  expect(logo.headers.get('content-type')).toContain('image/svg+xml')
  // A file of an owner may hold a script: opened by itself it must not run.
  expect(logo.headers.get('content-security-policy')).toContain("script-src 'self'")
  expect((await get('/content/..%2fpackage.json')).status).toBeGreaterThanOrEqual(400)
  expect((await get('/content/missing.svg')).status).toBe(404)
})
