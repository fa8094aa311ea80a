import { api, document, type Sentence, screen } from '../sentence.ts'

/** Section 7 of the specification: calls. */
export const section7: readonly Sentence[] = [
  api('7.base.1', 'The base is the configured API host, written {api}.'),
  api('7.base.2', 'Authenticated calls carry an Authorization Bearer header.'),
  document('7.base.3', 'Responses not described here are not shown.'),
  api('7.account.1', 'POST {api}/login | JSON email, password | Reads token and user.'),
  api('7.account.2', 'POST {api}/login | 401 with reason 2FA_REQUIRED and a token starts 2FA.'),
  screen('7.account.3', 'POST {api}/login | 403, network error and message are handled.'),
  api('7.account.4', 'GET {api}/user/my-details | none | User info.'),
  screen('7.account.5', 'GET {api}/user/my-details | Polled every 15 minutes.'),
  api('7.account.6', 'POST {api}/2fa/request | bearer 2FA token, no body | Error text thrown on non-ok.'),
  api(
    '7.account.7',
    'POST {api}/2fa/verify | bearer 2FA token, JSON otp | Success when status is verified (case-insensitive) and the response has access_token.',
  ),
  api('7.account.8', 'POST {api}/logout | bearer | not shown'),
  screen(
    '7.account.9',
    'GET {api}/staff/contact-account-manager | bearer | On success an alert says we will contact you shortly.',
  ),
  api(
    '7.account.10',
    'POST {api}/user/update-temp-password | JSON password, passwordConfirmation | Response ok status is not checked.',
  ),
  api('7.account.11', 'POST /user/update-password | oldPassword, password, passwordConfirmation | not shown'),
  api(
    '7.account.12',
    'POST /password/reset-password | password, confirmPassword, resetToken (no auth) | not shown',
  ),
  api('7.account.13', 'GET /password/forgot-password/{email} | none | not shown'),
  api(
    '7.account.14',
    'GET /password/get-password-reset-token-status/{resetToken} | none | passwordResetTokenStatus.',
  ),
  api(
    '7.account.15',
    'GET /password/get-password-reset-token-status/{resetToken} | PASSWORD_TOKEN_OK means valid.',
  ),
  api('7.account.16', 'GET {api}/version/web | none | Plain text web version.'),
  screen('7.account.17', 'GET {api}/version/web | Polled every 1 hour.'),
  api('7.reference.1', 'GET {api}/equity/get-equities: list of equities.'),
  api('7.reference.2', 'GET {api}/broker/user-brokers-list: list of brokers.'),
  api('7.reference.3', 'GET {api}/notifications.'),
  api(
    '7.reference.4',
    'GET /status/get-platform-hours/{securityId}: platformHourRanges, matchingEngineHourRanges, afterHours.',
  ),
  api(
    '7.reference.5',
    'GET /user/ioi-counts: fields upload, cancel, locate, accept, decline, timeout, triggerCancel.',
  ),
  screen('7.reference.6', 'GET /user/ioi-counts: Polled every 5 s.'),
  api('7.reference.7', 'Live socket: SockJS with STOMP at {api}/websocket-endpoint.'),
  api(
    '7.reference.8',
    'Live socket: It subscribes to /topic/notifications/{userToken} with client acknowledgement.',
  ),
  api(
    '7.reference.9',
    'Live socket: Messages are JSON with a nested message string, collected as notifications.',
  ),
  api('7.adverts.1', 'GET /advert/advert-list: list of advertisements.'),
  api('7.adverts.2', 'POST /advert/create-advert: body {securityId}.'),
  api(
    '7.adverts.3',
    'POST /advert/create-advert: The response is the advert, or an object with an error field.',
  ),
  api(
    '7.adverts.4',
    'POST /advert/submit-advert and POST /advert/modify-advert: body id, securityId, duration, direction, shareQuantity, minimumQuantity, quantityDecay, currentQuantity, credibilityHurdle, advertisingTriggerActivated, advertisingTrigger, advertTriggerSatisfied, knockoutTriggerActivated, knockoutTrigger, indexRelativeKOTriggerActivated, indexRelativeKOTrigger, brokerIds, ranked, transactionType, transactionTypePreference, usdnotional, jpynotional.',
  ),
  api(
    '7.adverts.5',
    'POST /advert/submit-advert and POST /advert/modify-advert: The response is the advertisement or result.',
  ),
  api(
    '7.adverts.6',
    'GET /advert/pause-advert/{id}, GET /advert/resume-advert/{id}, GET /advert/cancel-advert/{id}.',
  ),
  api('7.adverts.7', 'GET /advert/create-residual-advertisement/{advertId}.'),
  api('7.adverts.8', 'POST /advert/bulk-upload-adverts: body is the CSV text (content type text/html).'),
  api(
    '7.adverts.9',
    'POST /advert/bulk-upload-adverts: The response is a list of rows (status, advertisement, errorCode, errorMap).',
  ),
  api(
    '7.adverts.10',
    'POST /advert/prepare-restore: body is a list of previous advertisements with securityId mapped back.',
  ),
  api('7.adverts.11', 'POST /advert/prepare-restore: The response is a list of restore rows.'),
  api('7.preferences.1', 'GET /user-defaults/get-trader-defaults: prefs.'),
  api('7.preferences.2', 'POST /user-defaults/set-trader-defaults: body prefs; returns prefs.'),
  api(
    '7.preferences.3',
    'POST /user-defaults/set-advert-pref-defaults: body duration, minQuantity (percent integer), quantityDecay, credibilityHurdle, transactionType, contraTransactionType.',
  ),
  api('7.preferences.4', 'POST /user-defaults/set-broker-defaults: body brokerIds, ranked.'),
  screen(
    '7.locates.1',
    'GET /locate-notification/list-locate-notifications: the client picks the entry by locateNotificationId.',
  ),
  api('7.locates.2', 'POST /locate-notification/connect-rejection: body direction, locationNotificationId.'),
  api('7.locates.3', 'POST /locate-notification/connect-acceptance: body direction, locationNotificationId.'),
  api('7.locates.4', 'POST /connection-agreement/connect-broker: body connectAgreementId.'),
  api('7.locates.5', 'GET /connection-agreement/broker-user-execution-listing: list of agreements.'),
  screen('7.locates.6', 'GET /connection-agreement/broker-user-execution-listing: Polled every 10 s.'),
  api(
    '7.locates.7',
    'POST /connection-agreement/broker-execution-confirmation: body connectionAgreementId plus buyStatus or sellStatus.',
  ),
  api('7.locates.8', 'POST /connection-agreement/broker-execution-undo: same body.'),
  screen(
    '7.failures.1',
    'The fetch failure classes (fetch error, timeout error, parsing error, HTTP status with body) have product handling that is not shown.',
  ),
]
