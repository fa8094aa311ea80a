import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/test-databases.ts'
import { startTestServer } from '../support/test-server.ts'

const script = `// ${'x'.repeat(5_000)}`
const forever = 'public, max-age=31536000, immutable'
const javascript = expect.stringMatching(/^(text|application)\/javascript; charset=utf-8$/)

/** A server of a build in which some files have compressed versions. */
async function served() {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'assets'))
  const files = {
    'assets/start-abc.js': script,
    'assets/start-abc.js.br': brotliCompressSync(script),
    'assets/start-abc.js.gz': gzipSync(script),
    'assets/late-abc.css': script,
    'display.js': script,
    'display.js.br': brotliCompressSync(script),
    'index.html': '<!doctype html><html><head></head></html>',
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  const desk = await startTestServer({ firms: [], brokers: [], clientFolder: folder })
  return async (path: string, encoding: string) => {
    const response = await fetch(desk.url + path, { headers: { 'accept-encoding': encoding } })
    const header = (name: string) => response.headers.get(name)
    return {
      status: response.status,
      type: header('content-type'),
      how: header('content-encoding'),
      vary: header('vary'),
      kept: header('cache-control'),
      etag: header('etag'),
      text: await response.text(),
    }
  }
}

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['identity', null],
])('a client that accepts %s gets the encoding that the build has made: %s', async (encoding, how) => {
  const serverUrl = await served()

  expect(await serverUrl('/assets/start-abc.js', encoding)).toMatchObject({
    status: 200,
    type: javascript,
    how,
    vary: 'accept-encoding',
    kept: forever,
    text: script,
  })
})

test('each encoding has its own ETag, because a cache would confuse them otherwise', async () => {
  const get = await served()
  const forms = await Promise.all(['br', 'gzip', 'identity'].map((each) => get('/assets/start-abc.js', each)))

  expect(new Set(forms.map(({ etag }) => etag)).size).toBe(3)
})

test('a file without a hash in its name is revalidated; a file without a compressed version is compressed on the fly', async () => {
  const get = await served()

  expect(await get('/display.js', 'br')).toMatchObject({ how: 'br', kept: 'no-cache', text: script })
  expect(await get('/assets/late-abc.css', 'br')).toMatchObject({ how: 'br', kept: forever, text: script })
  for (const hidden of ['/assets/start-abc.js.br', '/assets/start-abc.js.gz'])
    expect((await get(hidden, 'br')).status).toBe(404)
})
