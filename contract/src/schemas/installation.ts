import Type, { type Static } from 'typebox'
import { described, nullable } from './common.ts'

/** A text in both languages. */
const InBoth = Type.Object({ En: Type.String({ minLength: 1 }), Jp: Type.String({ minLength: 1 }) })

/** A file of the folder `content`, such as `brokers/hinoki.svg`. */
const ContentFile = Type.String({ pattern: '^[A-Za-z0-9_-]+(/[A-Za-z0-9._-]+)*\\.(svg|png|jpg|webp)$' })

const WebAddress = Type.String({ pattern: '^https://[^\\s]+$' })

/** The product's name, logo and contact addresses: `content/brand.json`. */
export const Brand = Type.Object({
  productName: Type.String({ minLength: 1, maxLength: 40 }),
  logo: described('Shown beside the name; null for the default mark.', nullable(ContentFile)),
  contact: Type.Object({
    email: Type.String({ pattern: '^[^\\s@<>]+@[^\\s@<>]+$' }),
    phone: nullable(Type.String({ minLength: 3, maxLength: 40 })),
  }),
  videoChannel: nullable(WebAddress),
})
export type Brand = Static<typeof Brand>

/** The brokers whose logos the login page shows: `content/brokers.json`. */
export const BrokerLogos = Type.Array(Type.Object({ name: InBoth, logo: ContentFile }), {
  minItems: 1,
  maxItems: 20,
})
export type BrokerLogos = Static<typeof BrokerLogos>

/** The text of the about page: `content/about.json`. */
export const About = Type.Object({
  sample: described('Whether the page labels its text as an example.', Type.Boolean()),
  company: Type.Array(InBoth, { minItems: 1, maxItems: 10 }),
  founders: Type.Array(Type.Object({ name: InBoth, role: InBoth, bio: InBoth, photo: ContentFile }), {
    maxItems: 6,
  }),
})
export type About = Static<typeof About>

/** The installation's settings. The server writes them into every page, so that no request is needed. */
export const Installation = Type.Object({
  brand: Brand,
  brokers: BrokerLogos,
  aboutUrl: described(
    'The address of an external about page, by language.',
    Type.Object({
      En: nullable(WebAddress),
      Jp: nullable(WebAddress),
    }),
  ),
  loginRedirect: described('Whether the login page redirects to that about page.', Type.Boolean()),
})
export type Installation = Static<typeof Installation>
