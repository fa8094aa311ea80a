import type { Role, StaffGrant } from '@aitai/contract/codes.ts'

/** The password of all demo accounts. Public: it is printed at start and in the README. */
export const demoPassword = 'correct-horse-aitai'

export const demoFirms = ['Alder', 'Birch', 'Cypress'] as const

/** The size of a robot's adverts: no single one could match both a small and a large advert of a visitor. */
export type RobotSize = 'SMALL' | 'LARGE'

/** The institutions of the robots. */
export const robotFirms = [
  { name: 'Elder', direction: 'BUY', size: 'SMALL' },
  { name: 'Fir', direction: 'BUY', size: 'LARGE' },
  { name: 'Dogwood', direction: 'SELL', size: 'SMALL' },
  { name: 'Ginkgo', direction: 'SELL', size: 'LARGE' },
] as const

/** They are in one affiliate group, so that the robots do not match each other. */
export const robotGroup = 'Robots'

export const demoBrokers = [
  {
    name: 'Hinoki Securities',
    shortName: 'HIN',
    contact: '03-5550-0101',
    swapEnabled: true,
  },
  { name: 'Kaede Securities', shortName: 'KAE', contact: '03-5550-0102', swapEnabled: true },
  {
    name: 'Tsubaki Securities',
    shortName: 'TSU',
    contact: '03-5550-0103',
    swapEnabled: true,
  },
  {
    name: 'Momiji Securities',
    shortName: 'MOM',
    contact: '03-5550-0104',
    swapEnabled: true,
  },
  {
    name: 'Kuromatsu Securities',
    shortName: 'KUR',
    contact: '03-5550-0105',
    swapEnabled: false,
  },
] as const

/**
 * With these the FIX gateway of the demonstration signs in. Public, like the password, and accepted from this machine
 * alone.
 */
export const demoCredentials = [
  { secret: 'ioi_c_demonstration-alder', email: 'trader@alder.example' },
  { secret: 'ioi_c_demonstration-birch', email: 'trader@birch.example' },
  { secret: 'ioi_c_demonstration-hinoki', email: 'broker@hinoki.example' },
] as const

/** The institutions whose order management systems answer locates. */
export const demoOmsFirms: readonly string[] = ['Alder', 'Birch']

export interface DemoAccount {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly role: Role
  /** The institution of a trader, by its name. */
  readonly firm?: string
  /** The broker of a broker's user, by its short name. */
  readonly broker?: string
  /** What a user of staff may do. */
  readonly grant?: StaffGrant
  readonly language: 'En' | 'Jp'
  /** For trying out the first log-in. */
  readonly firstLogin?: boolean
  /** The phone number for codes, from a range reserved for fiction. */
  readonly twoFactorPhone?: string
}

const trader = (firm: string, firstName: string, lastName: string, language: 'En' | 'Jp'): DemoAccount => ({
  email: `trader@${firm.toLowerCase()}.example`,
  firstName,
  lastName,
  role: 'TRADER',
  firm,
  language,
})

const broker = (word: string, shortName: string, firstName: string, lastName: string): DemoAccount => ({
  email: `broker@${word}.example`,
  firstName,
  lastName,
  role: 'BROKER',
  broker: shortName,
  language: 'Jp',
})

const staff = (grant: StaffGrant, firstName: string, lastName: string): DemoAccount => ({
  email: `${grant}@aitai.example`,
  firstName,
  lastName,
  role: 'STAFF',
  grant,
  language: 'En',
})

export const demoAccounts: readonly DemoAccount[] = [
  trader('Alder', 'Emma', 'Whitfield', 'En'),
  trader('Birch', 'Haruka', 'Morita', 'Jp'),
  trader('Cypress', 'Kenji', 'Okabe', 'Jp'),
  broker('hinoki', 'HIN', 'Takumi', 'Aizawa'),
  broker('kaede', 'KAE', 'Misaki', 'Tanabe'),
  broker('tsubaki', 'TSU', 'Daichi', 'Sugimoto'),
  broker('momiji', 'MOM', 'Yui', 'Kawabata'),
  broker('kuromatsu', 'KUR', 'Shota', 'Ishikura'),
  { ...trader('Alder', 'Oliver', 'Hale', 'En'), email: 'newcomer@alder.example', firstLogin: true },
  {
    ...trader('Birch', 'Sophie', 'Lang', 'En'),
    email: 'twofactor@birch.example',
    twoFactorPhone: '+447700900123',
  },
  staff('operations', 'Naomi', 'Fujita'),
  staff('support', 'Daniel', 'Reyes'),
  staff('compliance', 'Keiko', 'Hamada'),
  staff('administrator', 'Martin', 'Sato'),
]
