/**
 * Every code and text of the specification's section 8: how the screens look it up, its values, and
 * the wording of the specification (null where the specification only describes the text).
 */
export type TextSource = 'failure' | 'login' | 'file' | 'restored' | 'notification' | 'text'

export interface SpecifiedText {
  readonly code: string
  readonly way: TextSource
  readonly values?: Readonly<Record<string, string | number>>
  readonly words: string | null
}

const specified =
  (way: TextSource) =>
  (code: string, words: string | null, values?: SpecifiedText['values']): SpecifiedText => ({
    code,
    way,
    words,
    ...(values ? { values } : {}),
  })
const [failure, login, file, restored, notification, text] = (
  ['failure', 'login', 'file', 'restored', 'notification', 'text'] as const
).map(specified) as [ReturnType<typeof specified>, ...ReturnType<typeof specified>[]] & {
  [at in 0 | 1 | 2 | 3 | 4 | 5]: ReturnType<typeof specified>
}

const badData = 'Cancelled, Bad Market Data'
const inactive = 'Cancelled, Inactive market'
const hours = { exchange: 'XTKS', hours: '00:00 to 02:30, 03:30 to 06:30', ric: '7203.T' }
const percent = { min: 0, max: 10 }
const quantity = { shareQuantity: 100, minimumShareQuantity: 4_300 }

const signingIn: readonly SpecifiedText[] = [
  login('ACCESS_DENIED', 'Please check your credentials, contact support if it persists.'),
  login('ERR_NETWORK', 'Network error.'),
  login('AUTH_UNK_FAILURE', 'Could not log you in.'),
  login('UNAVAILABLE', null),
  login('GATEWAY_OFFLINE', 'contact support'),
  failure('2FA_CODE_SENT', '2FA code sent, check SMS.'),
  failure('2FA_OPT_SEND_FAILURE', 'Failed to send OTP, try again.'),
  failure('2FA_CODE_INVALID', 'Invalid 2FA code or timed out, login again.'),
  failure('NOT_SIGNED_IN', null),
  failure('USER_NOT_AUTHENTICATED', 'User not authenticated'),
  failure('SESSION_REPLACED', null),
  failure('SESSION_TIMED_OUT', null),
  failure('SESSION_LOGGED_OUT', null),
  text('auth.previousSession', 'logged out from your previous session'),
  text('auth.endedTitle', null),
  text('auth.timedOutTitle', null),
  failure('PASSWORD_WRONG', 'Invalid existing password'),
  failure('PASSWORD_TOKEN_EXPIRED', 'This link has expired'),
]

const market: readonly SpecifiedText[] = [
  ...['001', '002', '003', '012', '013'].map((code) => failure(`MARKET-ERROR-${code}`, badData)),
  ...['004', '005', '006'].map((code) => failure(`MARKET-ERROR-${code}`, inactive)),
  failure('MARKET-ERROR-007', 'Malformed market'),
  failure('CANCEL-TRIGGER-001', 'Cancelled, Cancel Trigger'),
  failure('CANCEL-TRIGGER-002', 'Cancelled, Index Relative Cancel'),
]

const adverts: readonly SpecifiedText[] = [
  failure('ADVERT-ERROR-001', 'IOI on security already exists for your firm'),
  failure('ADVERT-ERROR-002', null),
  failure('ADVERT-ERROR-003', null),
  failure('ADVERT-ERROR-004', null, { notional: 10_000_000 }),
  failure('ADVERT-ERROR-005', null),
  failure('ADVERT-ERROR-006', null),
  failure('ADVERT-ERROR-007', null),
  failure('ADVERT-ERROR-008', 'IOI already exists'),
  failure('ADVERT-ERROR-010', 'exchange is closed today'),
  failure('ADVERT-ERROR-011', 'Please select a broker'),
  failure('LOCATE_ERROR', null),
]

const rows: readonly SpecifiedText[] = [
  file('ERR-001', 'invalid value', { header: 'direction', value: 'HOLD' }),
  file('ERR-002', 'invalid ric code'),
  file('ERR-004', null),
  file('ERR-005', null, { otherLine: 3 }),
  file('ERR-006', null, quantity),
  file('ERR-007', null, { minimumQuantity: 80, min: 10, max: 75 }),
  file('ERR-008', null, { credibilityHurdle: 5, min: 10, max: 100 }),
  file('ERR-009', null, { advertisingTriggerOffset: 11, ...percent }),
  file('ERR-010', null, { knockoutTriggerOffset: 11, ...percent }),
  file('ERR-011', null, { indexRelativeKOTriggerOffset: 8, min: 3, max: 7 }),
  file('ERR-012', 'outside platform hours', hours),
  file('ERR-013', null, { fields: 4, headers: 3 }),
  file('ERR-014', 'closed today', { exchange: 'XTKS' }),
  restored('RESTORE-ERR-01', null, quantity),
  restored('RESTORE-ERR-02', null),
  restored('RESTORE-ERR-03', 'outside platform hours', hours),
  restored('RESTORE-ERR-04', 'invalid ric'),
  restored('RESTORE-ERR-05', 'closed today', { exchange: 'XTKS' }),
]

const popups: readonly SpecifiedText[] = [
  failure('PLATFORM-HOURS', 'Platform hours for the', hours),
  text('outsideHours.closed', 'Currently Closed'),
  text('common.CASH_SWAP', 'Cash swap'),
  text('locate.outcome.DECLINED', 'Connection Declined'),
  text('locate.outcome.CONTRA_DECLINED', 'Contra Connection Declined'),
  text('locate.outcome.CONTRA_TIMEOUT', 'Contra locate timeout'),
  notification('Emma Clark logged out', 'Emma Clark logged out'),
  notification('Emma Clark timed out', 'Emma Clark timed out'),
  notification('MARKET_ERROR', null),
  notification('CANCEL_TRIGGER', null),
  notification('LOCATE_ERROR', null),
]

/** The text shown when the server sends neither a code nor a message. */
const defaults: readonly SpecifiedText[] = [
  failure('RESET_PASSWORD_FAILED', 'Error resetting password!'),
  failure('RESET_TOKEN_FAILED', 'Error getting password reset token status!'),
  failure('PREFERENCES_NOT_FETCHED', 'Error fetching prefs!'),
  failure('PREFERENCES_NOT_UPDATED', 'Error updating prefs!'),
  failure('SubmitError', 'Cannot submit advertisement.'),
  failure('INTERNAL', null),
]

export const specifiedTexts: readonly SpecifiedText[] = [
  ...signingIn,
  ...market,
  ...adverts,
  ...rows,
  ...popups,
  ...defaults,
]
