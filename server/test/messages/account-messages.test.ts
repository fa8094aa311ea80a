import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { readOutbox } from '../../src/admin/outbox-listing.ts'
import { addUser, type NewUser } from '../../src/admin/users/users.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { password } from '../support/test-user.ts'
import { until } from '../support/until.ts'
import { startFakeSmsGateway } from './fake-sms-gateway.ts'
import { type FakeSmtpServer, startFakeSmtpServer } from './fake-smtp-server.ts'

const emma = { firstName: 'Emma', lastName: 'Whitfield', role: 'TRADER', firm: 'Alder' } as const
const yui = { firstName: '結衣', lastName: '佐藤', role: 'TRADER', firm: 'Alder' } as const

/** A user with a temporary password, and the mail that contains it. */
async function isInvited(desk: TestServer, server: FakeSmtpServer, user: NewUser) {
  const answer = await addUser(desk.admin, user)
  if ('refusal' in answer) throw new Error(answer.refusal.message)
  return until('the mail', async () => server.accepted.find(({ to }) => to === user.email))
}

describe('the welcome of a new user', () => {
  test.each([
    ['en', emma, 'Your Aitai account', 'Dear Emma Whitfield,', /Temporary password: (\S+)/],
    ['ja', yui, '【Aitai】アカウント開設のお知らせ', '佐藤 結衣 様', /仮パスワード：(\S+)/],
  ] as const)(
    'is sent by mail in the language %s, and opens the first session',
    async (language, who, subject, first, line) => {
      const server = await startFakeSmtpServer()
      const env = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'desk@aitai.example' }
      const desk = await startTestServer({ firms: ['Alder'], brokers: [], env })

      const mail = await isInvited(desk, server, { ...who, email: 'new@alder.example', language })

      expect(mail.headers.get('subject')).toBe(subject)
      expect(mail.headers.get('from')).toBe('Aitai <desk@aitai.example>')
      expect(mail.headers.get('to')).toBe('new@alder.example')
      expect(mail.headers.get('auto-submitted')).toBe('auto-generated')
      expect(mail.headers.get('content-type')).toBe('text/plain; charset=utf-8')
      expect(mail.headers.get('message-id')).toMatch(/^<[0-9a-f-]{36}@aitai\.example>$/)
      expect(mail.text.split('\n')[0]).toBe(first)
      expect(mail.raw).toMatch(/^[\x20-\x7e\r\n]*$/)
      const person = desk.person('new@alder.example')
      const body = { email: person.email, password: line.exec(mail.text)?.[1] }
      expect(await person.calls('/login', { body })).toMatchObject({ status: 200 })
    },
  )

  test('is deleted from the outbox once it is delivered', async () => {
    const server = await startFakeSmtpServer()
    const desk = await startTestServer({
      firms: ['Alder'],
      brokers: [],
      env: { SMTP_URL: `smtp://127.0.0.1:${server.port}` },
    })
    await isInvited(desk, server, { ...emma, email: 'new@alder.example' })
    await until('its mark', async () => {
      const rows = await desk.app.database.selectFrom('outbox').select('sent_at').execute()
      return rows.every(({ sent_at }) => sent_at !== null)
    })

    expect(await readOutbox(desk.admin, {})).toEqual({
      result: [
        {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          at: new Date(desk.clock.now()).toISOString(),
          kind: 'mail',
          recipient: 'new@alder.example',
          subject: 'Your Aitai account',
          body: '',
          sentAt: new Date(desk.clock.now()).toISOString(),
          tries: 1,
          fault: '',
          givenUpAt: null,
          isHidden: false,
          isReadable: true,
          nextAt: null,
          goodUntil: expect.any(String),
        },
      ],
    })
    expect(server.accepted).toHaveLength(1)
  })
})

test.each([
  ['en', 'Your Aitai code is'],
  ['ja', 'Aitaiの認証コードは'],
] as const)(
  'a sign-in code is sent by SMS in the language %s, and no log line contains it',
  async (language, words) => {
    const gateway = await startFakeSmsGateway()
    const lines: string[] = []
    const desk = await startTestServer({
      firms: ['Alder'],
      brokers: [],
      env: { SMS_URL: gateway.url, SMS_TOKEN: 'a-gateway-token' },
      log: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }),
    })
    const email = 'two@alder.example'
    const phone = '+815012345678'
    await desk.addUser({ email, role: 'TRADER', firm: 'Alder', twoFactor: true, phone, language })
    const two = desk.person(email)

    const { token } = await two.isRefused('/login', { body: { email, password } })
    const sms = await until('the code', async () => gateway.sent[0])
    const otp = /\d{6}/.exec(sms.text)?.[0] ?? ''
    const verified = await two.calls('/2fa/verify', { body: { otp }, token: token ?? '' })

    expect(sms).toMatchObject({ to: phone, text: expect.stringContaining(words) })
    expect([...sms.text].length).toBeLessThanOrEqual(language === 'ja' ? 70 : 160)
    expect(verified.status).toBe(200)
    const log = await until('the line of the letter', async () => {
      const text = lines.join('')
      return text.includes('message delivered') && text
    })
    for (const secret of [otp, phone, email, 'a-gateway-token', words]) expect(log).not.toContain(secret)
    expect(gateway.requests).toHaveLength(1)
  },
)
