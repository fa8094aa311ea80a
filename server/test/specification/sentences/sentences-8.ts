import { sentencesUnder } from './sentence.ts'

const network = 'Nothing was answered: the browser says so.'
const fallback = 'The client says it where no server said anything.'

/** Section 8: the error catalogue. */
export const section8Sentences = [
  ...sentencesUnder('8.login', [
    'ACCESS_DENIED (403): Please check your credentials, contact support if it persists.',
    ['ERR_NETWORK: Network error.', network],
    ['AUTH_UNK_FAILURE: Could not log you in.', fallback],
    'A server message is passed through.',
    'The login error shows translated text for error.reason.',
  ]),
  ...sentencesUnder('8.2fa', [
    '2FA_CODE_SENT: 2FA code sent, check SMS.',
    '2FA_OPT_SEND_FAILURE: Failed to send OTP, try again.',
    '2FA_CODE_INVALID: Invalid 2FA code or timed out, login again.',
    "'User not authenticated' when there is no 2FA token.",
    'The popup shows the translated error or the raw message.',
  ]),
  ...sentencesUnder('8.session', [
    ['Gateway offline message with a support contact.', network],
    'Session: logged out because the account logged in elsewhere; session timed out.',
    'The logged-out popup has one text for timed out and another for a normal logout.',
  ]),
  ...sentencesUnder('8.market', [
    'Market errors 001, 002, 003, 007, 012, 013: Cancelled, Bad Market Data.',
    '004 to 006: Cancelled, Inactive market.',
    '007 is also listed as Malformed market (English text), so the two readings conflict for 007.',
    'Cancel triggers: 001 Cancelled, Cancel Trigger; 002 Cancelled, Index Relative Cancel.',
  ]),
  ...sentencesUnder('8.advert', [
    '001: IOI on security already exists for your firm',
    '002: modify cancelled or located',
    '003: resume non-paused',
    '004: shares below minimum',
    '005: cannot create residual',
    '006: invalid credibility hurdle',
    '007: pause cancelled or located',
    '008: IOI already exists',
    '010: exchange closed today',
    '011: Please select a Broker (ADVERT-ERROR-011)',
  ]),
  ...sentencesUnder('8.hours', [
    'Restore errors 01 to 05 mirror quantity, duplicate, hours, invalid ric, exchange closed.',
    'RESTORE-ERR-03 is the hours one.',
    "Outside hours (ERR-012, RESTORE-ERR-03, and any message starting 'Platform hours for the'): an outside-hours popup lists the ranges taken from the status text as 'HH:MM to HH:MM', converted from UTC to local 24-hour time and joined by commas.",
    '[exchange] is replaced by the exchange name and the ric is substituted.',
    ['The local time zone name is shown.', 'Known to the browser alone.'],
    ["'Currently Closed' is shown.", 'A title; the hours it goes with are those of 4.indicator.6.'],
  ]),
  ...sentencesUnder('8.shown', [
    'Popup titles for locate notices: Connection Declined, Contra Connection Declined, Contra locate timeout.',
    'Error popups show text looked up by the error code, else the message.',
    'Placeholders %s1, %s2… are filled from variables.',
    'Notification text chooses a translation by error code, else the server message.',
    'Server error message (response data message) is shown when present, else the raw error.',
  ]),
  ...sentencesUnder('8.defaults', [
    ["'Error resetting password!'", fallback],
    ["'Error getting password reset token status!'", fallback],
    ["'Error fetching prefs!'", fallback],
    ["'Error updating prefs!'", fallback],
    ["'SubmitError'", fallback],
    ['Generic fetch or post failures store the message.', 'The store of the client.'],
    ['Generic: Cannot submit advertisement.', fallback],
  ]),
  ...sentencesUnder('8.account', [
    "Change password 'Invalid existing password' shows a translated message.",
    ['Other errors show placeholder text.', fallback],
    ['Reset page: ERR_NETWORK shows a translated message.', network],
    "Any token status other than PASSWORD_TOKEN_OK shows a 'link expired' message.",
    ['Both redirect to /forget-password.', 'A route of the client.'],
    'A success message is shown for password reset.',
    'A preferences save error is shown under the form.',
    'New version available, please refresh (OK reloads).',
    'Exact texts of many codes (market hours, restore, bulk rows) are not shown.',
  ]),
]
