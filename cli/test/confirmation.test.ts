import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { callApi, signIn } from '@aitai/contract/api-client.ts'
import { createAdvert, submitAdvert } from '@aitai/contract/routes/adverts.ts'
import { getEquities } from '@aitai/contract/routes/reference.ts'
import { expect, test } from 'vitest'
import { confirmOrAbort } from '../src/confirmation.ts'
import { addAlder, addTraderArguments, type Cli, cliFor, emptyFolder, splitWords } from './cli.ts'
import { startServerProcess } from './server-process.ts'

const email = 'emma@alder.example'
const password = 'a quiet harbour at dawn'
const why = ['--reason', 'a drill']

/** A running server with Emma at the desk and one live IOI in 7203.T. */
async function deskOfEmma(): Promise<{ folder: string; aitai: Cli }> {
  const folder = await emptyFolder()
  const aitai = cliFor(folder)
  await addAlder(aitai)
  await aitai.json([...addTraderArguments(email), '--password-stdin'], password)
  await aitai.json(
    splitWords('user add yui@alder.example --first-name Yui --last-name Ito --role TRADER --firm Alder'),
  )
  const server = await startServerProcess(folder, { DEMO: 'off' })
  const emma = await signIn(server.url, email, password)
  const toyota = (await callApi(emma, getEquities)).find(({ ric }) => ric === '7203.T')
  const draft = await callApi(emma, createAdvert, { body: { securityId: toyota?.equityId ?? '' } })
  if ('error' in draft) throw new Error(draft.error)
  const { advertisingTriggerActivated, knockoutTriggerActivated, ...terms } = draft
  const optional = { quantityDecay: false, indexRelativeKOTriggerActivated: false } as const
  await callApi(emma, submitAdvert, {
    body: { ...terms, ...optional, direction: 'BUY', shareQuantity: 10_000 },
  })
  return { folder, aitai }
}

test('a command that stops people says how many, does nothing without a terminal, and is done with --yes', async () => {
  const { aitai } = await deskOfEmma()
  const refused = (sentence: string) => ({
    code: 1,
    out: '',
    err: `${sentence} Nothing was changed. Add --yes to go on without being asked.\n`,
  })

  for (const [typed, sentence] of [
    ['platform close', 'Closing the platform affects 2 users (1 signed in) and 1 live IOI.'],
    ['firm halt Alder', 'Halting Alder affects 2 users (1 signed in) and 1 live IOI.'],
    ['firm disable Alder', 'Disabling Alder affects 2 users (1 signed in) and 1 live IOI.'],
    // The same, whether or not somebody has an IOI in it.
    ['security halt 7203.T', 'Halting 7203.T withdraws its open locates.'],
    ['security halt 6758.T', 'Halting 6758.T withdraws its open locates.'],
    ['broker disable HIN', 'Disabling HIN affects 0 users (0 signed in) and 1 live IOI.'],
    [`user disable ${email}`, `Disabling ${email} affects 1 user (1 signed in) and 1 live IOI.`],
    [
      'user disable yui@alder.example',
      'Disabling yui@alder.example affects 1 user (0 signed in) and 0 live IOIs.',
    ],
  ] as const)
    expect(await aitai([...splitWords(typed), ...why]), typed).toEqual(refused(sentence))

  expect(await aitai.json(['halt', 'list'])).toEqual([])
  expect(await aitai.json(['user', 'show', email])).toMatchObject({ active: true })
  expect(await aitai(['platform', 'close', '--yes', ...why])).toEqual({
    code: 0,
    out: 'The platform is closed.\n',
    err: '',
  })
  expect(await aitai(['user', 'disable', email, '--yes', ...why])).toEqual({
    code: 0,
    out: `${email} is disabled. 1 session ended.\n`,
    err: '',
  })
})

test('a wrong name or reason is refused before the question', async () => {
  const aitai = cliFor(await emptyFolder())
  await addAlder(aitai)

  expect((await aitai(['firm', 'disable', 'Oak', '--reason', 'x'])).err).toBe(
    'There is no institution named Oak.\n',
  )
  expect((await aitai(['firm', 'disable', 'Alder', '--reason', 'x'])).err).toMatch(
    /^A reason in words is required/,
  )
  const address = ['--reason', 'asked by emma@alder.example']
  expect((await aitai(['firm', 'disable', 'Alder', ...address])).err).toMatch(/no e-mail address/)
})

/** A terminal at which somebody types. */
const terminal = (typed: string) => {
  const input = Object.assign(new PassThrough(), { isTTY: true })
  const output = Object.assign(new PassThrough(), { isTTY: true })
  input.end(typed)
  return { input, output }
}

test.each(['y\n', 'yes\n', 'Y\n', ' YES \n'])('%j goes on', async (typed) => {
  const { input, output } = terminal(typed)

  await confirmOrAbort('Closing the platform affects 2 users.', { input, output })

  output.end()
  expect(await text(output)).toContain('Closing the platform affects 2 users.\nGo on? [y/N] ')
})

test.each(['n\n', '\n', 'yess\n', 'no\n', ''])('%j does not', async (typed) => {
  await expect(confirmOrAbort('Closing the platform.', terminal(typed))).rejects.toThrow(
    'Nothing was changed.',
  )
})

const program = fileURLToPath(new URL('../aitai.mjs', import.meta.url))

test.runIf(process.platform === 'linux')('at a terminal the question is asked, and yes is done', async () => {
  const folder = await emptyFolder()
  const aitai = cliFor(folder)
  await addAlder(aitai)
  const answers = async (typed: string): Promise<string> => {
    const line = `${process.execPath} ${program} firm disable Alder --reason 'a drill'`
    const env = { PATH: process.env.PATH, DATA_DIR: folder, TERM: 'dumb' }
    // util-linux's script runs a command at a terminal of its own.
    const child = spawn('script', ['-qec', line, '/dev/null'], { env })
    let shown = ''
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      if (!shown.includes('[y/N]') && (shown + part).includes('[y/N]')) child.stdin.write(typed)
      shown += part
    })
    await once(child, 'close')
    return shown
  }

  expect(await answers('n\n')).toMatch(
    /affects 0 users \(0 signed in\) and 0 live IOIs\.[\s\S]*Nothing was changed\./,
  )
  expect(await aitai.json(['firm', 'list'])).toMatchObject([{ name: 'Alder', active: true }])
  expect(await answers('y\n')).toContain('Alder is disabled.')
  expect(await aitai.json(['firm', 'list'])).toMatchObject([{ name: 'Alder', active: false }])
})
