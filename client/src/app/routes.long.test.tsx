import { screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { addAccount, firstPasskeyToken, invitedUserToken } from '../../test/support/accounts.ts'
import { runAdminCommand } from '../../test/support/operator-commands.ts'
import { newSessionToken, renderApp } from '../../test/support/render-app.tsx'

const subjects = [
  'anonymous',
  'firstLogin',
  'firstPasskey',
  'trader',
  'broker',
  'staff',
  'operations',
] as const
type Subject = (typeof subjects)[number]

/** The target of every route of the specification's section 2 for each role, and of some unknown routes. */
const table: readonly (readonly [route: string, ...targets: readonly string[]])[] = [
  // route, anonymous, first login, first passkey, trader, broker, staff without a grant, operations
  ['/', '/', '/first-login', '/first-passkey', '/adverts-home', '/brokers-home', '/', '/operations'],
  ['/about-us', ...Array(7).fill('/about-us')],
  ['/forget-password', ...Array(7).fill('/forget-password')],
  ['/reset-password', ...Array(7).fill('/reset-password')],
  ['/reset-password?resetToken=none', ...Array(7).fill('/reset-password')],
  ['/sign-in/provider', ...Array(7).fill('/sign-in/provider')],
  ['/verify-receipt', ...Array(7).fill('/verify-receipt')],
  ['/home', ...Array(7).fill('/home')],
  [
    '/first-login',
    '/',
    '/first-login',
    '/first-passkey',
    '/adverts-home',
    '/brokers-home',
    '/',
    '/operations',
  ],
  [
    '/first-passkey',
    '/',
    '/first-login',
    '/first-passkey',
    '/adverts-home',
    '/brokers-home',
    '/',
    '/operations',
  ],
  [
    '/adverts-home',
    '/',
    '/first-login',
    '/first-passkey',
    '/adverts-home',
    '/brokers-home',
    '/',
    '/operations',
  ],
  [
    '/brokers-home',
    '/',
    '/first-login',
    '/first-passkey',
    '/adverts-home',
    '/brokers-home',
    '/',
    '/operations',
  ],
  [
    '/cost-analysis',
    '/',
    '/first-login',
    '/first-passkey',
    '/cost-analysis',
    '/brokers-home',
    '/',
    '/operations',
  ],
  ['/desk', '/', '/first-login', '/first-passkey', '/desk', '/brokers-home', '/', '/operations'],
  ['/locates', '/', '/first-login', '/first-passkey', '/locates', '/brokers-home', '/', '/operations'],
  [
    '/operations',
    '/',
    '/first-login',
    '/first-passkey',
    '/adverts-home',
    '/brokers-home',
    '/',
    '/operations',
  ],
  [
    '/operations/halts',
    '/',
    '/first-login',
    '/first-passkey',
    '/adverts-home',
    '/brokers-home',
    '/',
    '/operations/halts',
  ],
  [
    '/operations/users',
    '/',
    '/first-login',
    '/first-passkey',
    '/adverts-home',
    '/brokers-home',
    '/',
    '/operations/users',
  ],
  [
    '/operations/none',
    '/',
    '/first-login',
    '/first-passkey',
    '/adverts-home',
    '/brokers-home',
    '/',
    '/operations',
  ],
  [
    '/profile',
    '/',
    '/first-login',
    '/first-passkey',
    '/profile/ioi-counts',
    '/profile/security',
    '/profile/security',
    '/profile/security',
  ],
  [
    '/profile/ioi-counts',
    '/',
    '/first-login',
    '/first-passkey',
    '/profile/ioi-counts',
    '/profile/security',
    '/profile/security',
    '/profile/security',
  ],
  [
    '/profile/preferences',
    '/',
    '/first-login',
    '/first-passkey',
    '/profile/preferences',
    '/profile/security',
    '/profile/security',
    '/profile/security',
  ],
  [
    '/profile/security',
    '/',
    '/first-login',
    '/first-passkey',
    '/profile/security',
    '/profile/security',
    '/profile/security',
    '/profile/security',
  ],
  [
    '/profile/security/more',
    '/',
    '/first-login',
    '/first-passkey',
    '/profile/security/more',
    '/profile/security/more',
    '/profile/security/more',
    '/profile/security/more',
  ],
  [
    '/profile/others',
    '/',
    '/first-login',
    '/first-passkey',
    '/profile/ioi-counts',
    '/profile/security',
    '/profile/security',
    '/profile/security',
  ],
  ['/login', '/', '/first-login', '/first-passkey', '/adverts-home', '/brokers-home', '/', '/operations'],
  [
    '/no-such-place',
    '/',
    '/first-login',
    '/first-passkey',
    '/adverts-home',
    '/brokers-home',
    '/',
    '/operations',
  ],
  [
    '/adverts-home/more',
    '/',
    '/first-login',
    '/first-passkey',
    '/adverts-home',
    '/brokers-home',
    '/',
    '/operations',
  ],
]

/** A text of each target, by which it is recognized. */
const headings: Readonly<Record<string, RegExp>> = {
  '/about-us': /^Large interests, unseen/,
  '/forget-password': /^Reset your password$/,
  '/reset-password': /^This link/,
  '/sign-in/provider': /^Sign in$/,
  '/verify-receipt': /^Verify a receipt$/,
  '/home': /^Logged off$/,
  '/first-login': /^Welcome/,
  '/first-passkey': /^Add a passkey$/,
  '/adverts-home': /^Trader’s desk$/,
  '/brokers-home': /^Connection agreements$/,
  '/desk': /^Desk IOIs$/,
  '/locates': /^Locates$/,
  '/operations': /^Console$/,
  '/operations/halts': /^Console$/,
  '/operations/users': /^Console$/,
  '/cost-analysis': /^Transaction cost analysis$/,
}
const headingOf = (subject: Subject, path: string): RegExp =>
  path === '/'
    ? subject === 'staff'
      ? /^You have no access to the console yet$/
      : /^Sign in$/
    : (headings[path] ?? /^My Profile$/)

const tokens = new Map<Subject, string>()

beforeAll(async () => {
  const trader = { role: 'TRADER', firm: 'Alder' } as const
  await addAccount('routes-trader@alder.example', trader)
  await addAccount('routes-broker@hinoki.example', { role: 'BROKER', broker: 'HIN' })
  // Nobody but a new colleague learns their first password. No other file signs in as these.
  await runAdminCommand('user revoke', {
    email: 'support@aitai.example',
    grant: 'support',
    reason: 'a test of routes',
  })
  await runAdminCommand('firm add', { name: 'Passkey' })
  await runAdminCommand('firm change', {
    firm: 'Passkey',
    requiredFactor: 'passkey',
    reason: 'a test of routes',
  })
  const email = 'routes-passkey@passkey.example'
  tokens.set('firstPasskey', await firstPasskeyToken(email, { role: 'TRADER', firm: 'Passkey' }))
  tokens.set('firstLogin', await invitedUserToken('routes-newcomer@alder.example', trader))
  tokens.set('trader', await newSessionToken('routes-trader@alder.example'))
  tokens.set('broker', await newSessionToken('routes-broker@hinoki.example'))
  tokens.set('operations', await newSessionToken('operations@aitai.example'))
  tokens.set('staff', await newSessionToken('support@aitai.example'))
})

const rows = table.flatMap(([route, ...targets]) =>
  subjects.map((subject, at) => ({ route, subject, path: targets[at] ?? '' })),
)

// spec: 2.routes.12, 2.routes.13, 2.routes.15, 2.routes.16, 6.1, 6.3, 6.8
test.each(rows)('$route leads $subject to $path', async ({ route, subject, path }) => {
  const token = tokens.get(subject)
  if (token) localStorage.setItem('userToken', token)
  const page = renderApp(route)

  await screen.findByRole('heading', { name: headingOf(subject, path) })
  await waitFor(() => expect(page.path()).toBe(path))
  expect(page.store.getState().session.userToken).toBe(token ?? null)
})

test('every route of the client is in the table', () => {
  const { router } = renderApp('/about-us')
  type Route = (typeof router.routes)[number]
  const paths = (route: Route): string[] => [
    ...(route.path ? [route.path] : []),
    ...(route.children ?? []).flatMap(paths),
  ]
  const named = router.routes.flatMap(paths)
  expect(named.filter((path) => !/[:*]/.test(path)).sort()).toEqual(
    [...new Set(table.map(([route]) => route.split('?')[0]))]
      .filter((route) => named.includes(route ?? ''))
      .sort(),
  )
  expect(named.filter((path) => /[:*]/.test(path)).sort()).toEqual(['*', '/operations/*', '/profile/:tab/*'])
})
