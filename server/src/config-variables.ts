/** Every variable of the environment that a server or `aitai` reads. */
export const variables = [
  'ABOUT_URL_EN',
  'ABOUT_URL_JP',
  'ACCOUNT_MANAGER',
  'API_DOCS',
  'BACKUP_RECIPIENT',
  'BULK_PER_MINUTE',
  'CALENDAR',
  'CHANGES_PER_SECOND',
  'COMPLIANCE',
  'CONTACTS_PER_USER',
  'DATABASE_URL',
  'DATA_DIR',
  'DATA_SECRET',
  'DATA_SECRET_BEFORE',
  'DEMO',
  'EVIDENCE_SECRET',
  'FEED_TOKEN',
  'FINGERPRINT_SECRET',
  'FORGOTS_PER_ACCOUNT',
  'FORGOTS_PER_NETWORK',
  'HOST',
  'LOCATE_PASSWORD_DAYS',
  'LOGINS_PER_ACCOUNT',
  'LOGINS_PER_ACCOUNT_ANYWHERE',
  'LOGINS_PER_NETWORK',
  'LOGIN_REDIRECT',
  'LOG_FILE',
  'LOG_LEVEL',
  'MAIL_FROM',
  'MESSAGE_DAYS',
  'METRICS',
  'OPERATOR',
  'OPERATOR_CREDENTIAL',
  'OPERATOR_CREDENTIAL_FILE',
  'PEER_SECRET',
  'PEER_SECRET_BEFORE',
  'PEER_SECRET_BEFORE_UNTIL',
  'PEER_TLS_CA',
  'PEER_TLS_CERT',
  'PEER_TLS_KEY',
  'PEER_URL',
  'PORT',
  'PUBLIC_URL',
  'QUOTES',
  'READS_PER_SECOND',
  'REPLAY_SPEED',
  'RESETS_PER_NETWORK',
  'ROBOTS',
  'SECRETS_FILE',
  'SMS_TOKEN',
  'SMS_URL',
  'SMTP_URL',
  'SNAPSHOT_SECRET',
  'SWEEP_DELAY',
  'TOKEN_CHECKS_PER_NETWORK',
  'TRUST_PROXY',
  'TWO_FACTOR_SECRET',
  'TWO_FACTOR_SECRET_BEFORE',
  'VISITS_PER_SECOND',
  'WEB_VERSION',
] as const

/** The variable of ours that an unknown name is close to; null for one of ours, and for a name like none of them. */
export function similarVariable(name: string): string | null {
  if (variables.some((each) => each === name)) return null
  // Short names are close to many, such as HOME to HOST.
  return variables.find((each) => lettersApart(each, name) <= (each.length < 8 ? 1 : 2)) ?? null
}

/** How many letters must be added, removed, replaced or swapped with their neighbour to make one of the other. */
function lettersApart(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return Number.POSITIVE_INFINITY
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, i) => i)]
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let i = 1; i <= one.length; i += 1) {
    rows.push([i])
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = at(i - 1, j - 1) + Number(one[i - 1] !== other[j - 1])
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const swapped = isSwapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY
      rows[i]?.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replaced, swapped))
    }
  }
  return at(one.length, other.length)
}
