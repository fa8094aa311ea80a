import { sentencesUnder } from './sentence.ts'

/*
 * Section 7: the calls. Each sentence of a row, and of a bullet that has several, names its call first.
 */

const account = sentencesUnder('7.account', [
  'POST {api}/login | JSON email, password | Reads token and user.',
  'POST {api}/login | 401 with reason 2FA_REQUIRED and a token starts 2FA.',
  'POST {api}/login | 403, network error and message are handled.',
  'GET {api}/user/my-details | none | User info.',
  'GET {api}/user/my-details | Polled every 15 minutes.',
  'POST {api}/2fa/request | bearer 2FA token, no body | Error text thrown on non-ok.',
  'POST {api}/2fa/verify | bearer 2FA token, JSON otp | Success when status is verified (case-insensitive) and the response has access_token.',
  'POST {api}/logout | bearer | not shown',
  'GET {api}/staff/contact-account-manager | bearer | On success an alert says we will contact you shortly.',
  'POST {api}/user/update-temp-password | JSON password, passwordConfirmation | Response ok status is not checked.',
  'POST /user/update-password | oldPassword, password, passwordConfirmation | not shown',
  'POST /password/reset-password | password, confirmPassword, resetToken (no auth) | not shown',
  'GET /password/forgot-password/{email} | none | not shown',
  'GET /password/get-password-reset-token-status/{resetToken} | none | passwordResetTokenStatus.',
  'GET /password/get-password-reset-token-status/{resetToken} | PASSWORD_TOKEN_OK means valid.',
  'GET {api}/version/web | none | Plain text web version.',
  'GET {api}/version/web | Polled every 1 hour.',
])

const reference = sentencesUnder('7.reference', [
  'GET {api}/equity/get-equities: list of equities.',
  'GET {api}/broker/user-brokers-list: list of brokers.',
  'GET {api}/notifications.',
  'GET /status/get-platform-hours/{securityId}: platformHourRanges, matchingEngineHourRanges, afterHours.',
  'GET /user/ioi-counts: fields upload, cancel, locate, accept, decline, timeout, triggerCancel.',
  'GET /user/ioi-counts: Polled every 5 s.',
  'Live socket: SockJS with STOMP at {api}/websocket-endpoint.',
  'Live socket: It subscribes to /topic/notifications/{userToken} with client acknowledgement.',
  'Live socket: Messages are JSON with a nested message string, collected as notifications.',
])

const adverts = sentencesUnder('7.adverts', [
  'GET /advert/advert-list: list of advertisements.',
  'POST /advert/create-advert: body {securityId}.',
  'POST /advert/create-advert: The response is the advert, or an object with an error field.',
  'POST /advert/submit-advert and POST /advert/modify-advert: body id, securityId, duration, direction, shareQuantity, minimumQuantity, quantityDecay, currentQuantity, credibilityHurdle, advertisingTriggerActivated, advertisingTrigger, advertTriggerSatisfied, knockoutTriggerActivated, knockoutTrigger, indexRelativeKOTriggerActivated, indexRelativeKOTrigger, brokerIds, ranked, transactionType, transactionTypePreference, usdnotional, jpynotional.',
  'POST /advert/submit-advert and POST /advert/modify-advert: The response is the advertisement or result.',
  'GET /advert/pause-advert/{id}, GET /advert/resume-advert/{id}, GET /advert/cancel-advert/{id}.',
  'GET /advert/create-residual-advertisement/{advertId}.',
  'POST /advert/bulk-upload-adverts: body is the CSV text (content type text/html).',
  'POST /advert/bulk-upload-adverts: The response is a list of rows (status, advertisement, errorCode, errorMap).',
  'POST /advert/prepare-restore: body is a list of previous advertisements with securityId mapped back.',
  'POST /advert/prepare-restore: The response is a list of restore rows.',
])

const preferences = sentencesUnder('7.preferences', [
  'GET /user-defaults/get-trader-defaults: prefs.',
  'POST /user-defaults/set-trader-defaults: body prefs; returns prefs.',
  'POST /user-defaults/set-advert-pref-defaults: body duration, minQuantity (percent integer), quantityDecay, credibilityHurdle, transactionType, contraTransactionType.',
  'POST /user-defaults/set-broker-defaults: body brokerIds, ranked.',
])

const locates = sentencesUnder('7.locates', [
  'GET /locate-notification/list-locate-notifications: the client picks the entry by locateNotificationId.',
  'POST /locate-notification/connect-rejection: body direction, locationNotificationId.',
  'POST /locate-notification/connect-acceptance: body direction, locationNotificationId.',
  'POST /connection-agreement/connect-broker: body connectAgreementId.',
  'GET /connection-agreement/broker-user-execution-listing: list of agreements.',
  'GET /connection-agreement/broker-user-execution-listing: Polled every 10 s.',
  'POST /connection-agreement/broker-execution-confirmation: body connectionAgreementId plus buyStatus or sellStatus.',
  'POST /connection-agreement/broker-execution-undo: same body.',
])

/** Section 7, in order. */
export const section7Sentences = [
  ...sentencesUnder('7.base', [
    'The base is the configured API host, written {api}.',
    'Authenticated calls carry an Authorization Bearer header.',
    'Responses not described here are not shown.',
  ]),
  ...account,
  ...reference,
  ...adverts,
  ...preferences,
  ...locates,
  ...sentencesUnder('7.failures', [
    'The fetch failure classes (fetch error, timeout error, parsing error, HTTP status with body) have product handling that is not shown.',
  ]),
]
