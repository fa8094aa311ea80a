import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Cli, cliFor, emptyFolder, splitWords } from './cli.ts'
import { startServerProcess } from './server-process.ts'

const why = ['--reason', 'a drill']

/** A server with the demonstration's staff, of whom two have a credential for the command line. */
async function withOperators() {
  const folder = await emptyFolder()
  const first = await startServerProcess(folder, { ROBOTS: 'off' })
  await first.end()
  const credentialOf = async (email: string): Promise<Cli> => {
    const words = ['credential', 'add', '--staff', '--user', email, ...why]
    const { secret } = (await cliFor(folder).json(words)) as { secret: string }
    const file = join(folder, `${email}.credential`)
    await writeFile(file, `${secret}\n`)
    await chmod(file, 0o600)
    return cliFor(folder, { OPERATOR_CREDENTIAL_FILE: file })
  }
  const naomi = await credentialOf('operations@aitai.example')
  const martin = await credentialOf('administrator@aitai.example')
  const server = await startServerProcess(folder, { ROBOTS: 'off' })
  return { folder, server, naomi, martin, nobody: cliFor(folder, { OPERATOR: 'naomi' }) }
}

test('two operators open the platform at the command line, each with a credential', async () => {
  const { naomi, martin, nobody } = await withOperators()
  await naomi.json(['platform', 'close', '--yes', ...why])
  expect(await nobody(['platform', 'open', ...why])).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^A typed name is not enough here: .*\n$/),
  })

  const requested = await naomi(['platform', 'open', ...why])
  const id = /`aitai approve (\w{8})`/.exec(requested.err)?.[1] ?? ''
  expect(requested).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^A second person has to approve this until \S+Z, .*\n$/),
  })
  expect((await naomi(['approvals'])).out).toMatch(
    new RegExp(
      `^Request +What +By +Reason +State +Seconds left\n${id} +platform open +Naomi Fujita +a drill +waits +\\d+\n$`,
    ),
  )
  expect(await naomi(['approve', '--yes'])).toMatchObject({ code: 1, err: 'Nothing waits for you.\n' })
  expect(await naomi(['approve', id, '--yes'])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^This is your own/),
  })
  // Without a terminal it says what it is about, and approves nothing.
  expect(await martin(['approve'])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^Naomi Fujita asks: platform open\. Reason: a drill Nothing was changed\./),
  })
  expect(await martin.json(['approve', '--yes'])).toMatchObject({ id, state: 'DONE' })
  expect((await martin(['approvals'])).out).toMatch(/\n\nToday\n.*\n.* DONE +Martin Sato\n$/)
  await naomi.json(['platform', 'close', '--yes', ...why])
  const next = /`aitai approve (\w{8})`/.exec((await naomi(['platform', 'open', ...why])).err)?.[1] ?? ''
  expect(await martin(['reject', next])).toMatchObject({ code: 1, err: expect.stringMatching(/^A reason/) })
  expect(await martin(['reject', next, '--reason', 'not yet'])).toMatchObject({
    out: `${next} is rejected.\n`,
  })
  expect((await naomi(['approvals'])).out).toMatch(/ REJECTED: not yet +Martin Sato\n/)
  await naomi(['platform', 'open', ...why])
  await martin.json(['approve', '--yes'])
  expect(await naomi.json(['halt', 'list'])).toEqual([])
  expect(await martin(['approve', id, '--yes'])).toMatchObject({ code: 1 })
}, 60_000)

test('grants hold at the command line, and an export waits to be fetched', async () => {
  const { folder, naomi, martin, nobody } = await withOperators()
  expect(await naomi(['audit', 'verify'])).toMatchObject({ code: 0 })
  expect(await naomi(['surveillance', ...why])).toMatchObject({
    code: 1,
    err: "None of your grants allows 'surveillance'.\n",
  })
  // Jobs of the machine need no person.
  for (const words of [['status'], ['backup', join(folder, 'copy.db')]])
    expect(await nobody(words)).toMatchObject({ code: 0 })
  const wrong = cliFor(folder, { OPERATOR_CREDENTIAL: 'ioi_c_nobody' })
  expect(await wrong(['status'])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^Your credential is not/),
  })
  const missing = cliFor(folder, { OPERATOR_CREDENTIAL_FILE: join(folder, 'none') })
  expect(await missing(['status'])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/cannot be read: ENOENT/),
  })

  const listing = ['advert', 'list', ...why]
  const id = /`aitai approve (\w{8})`/.exec((await naomi(listing)).err)?.[1] ?? ''
  expect(await martin(['approve', id, '--yes'])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^advert list: approved; it can be fetched until \S+Z\.\n$/),
  })
  expect((await naomi(['approvals'])).out).toContain('run it again')
  expect(await naomi.json(listing)).toEqual([])
  expect(await naomi(listing)).toMatchObject({ code: 1 })
  expect((await nobody(splitWords('outbox'))).code).toBe(1)
  const { out } = await martin(['outbox'])
  expect(out).toContain('compliance@aitai.example')
  expect(out).toContain('List open IOIs')
}, 60_000)
