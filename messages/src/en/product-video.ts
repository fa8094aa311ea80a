/** Texts of the product video and of the command that makes it. Not in the catalogue, so no page loads them. */
export const productVideo = {
  'film.noFfmpeg':
    'ffmpeg is required to encode the film, but it is not installed. On Debian: apt-get install ffmpeg',
  'film.opening': 'Large orders, unseen until there is an opposite side',
  'film.closing': 'Nobody hears of it, until both sides fit and both agree',
  'film.trader': '{name} · trader',
  'film.broker': '{name} · executing broker',

  'film.chapter.conditions': 'Your IOI, on your own conditions',
  'film.chapter.dark': 'It waits in the dark',
  'film.chapter.contra': 'Elsewhere, the opposite side',
  'film.chapter.located': 'Contra located',
  'film.chapter.handed': 'Handed to one broker',
  'film.chapter.confirmed': 'The broker confirms both sides',

  'film.says.opening': '{product} brings large orders together before the market hears of them.',
  'film.says.search': '{buyer} wants to buy Toyota. Its trader types a few letters.',
  'film.says.size': 'Side and size: 500,000 shares, with the value beside it.',
  'film.says.minimum': 'Conditions: a contra of at least 40 % …',
  'film.says.stars': '… and with three stars or more for credibility.',
  'film.says.path': 'Up to four brokers may execute. This one is preferred.',
  'film.says.review': 'One look at everything, then it is sent. An IOI never binds.',
  'film.says.dark': 'The engine holds it, unseen. At {seller}, nothing shows.',
  'film.says.contra': 'Later, {seller} wants to sell 300,000. It knows of nobody.',
  'film.says.located': 'Both sides fit. Both are asked in the same moment: 30 seconds.',
  'film.says.sealed': '{buyer} accepts. Its answer stays sealed until {seller} answers, too.',
  'film.says.accepted': '{seller} accepts as well.',
  'film.says.handed': 'Both get the same broker, and each a password of its own.',
  'film.says.match': 'At the broker, the match has arrived, with both passwords.',
  'film.says.confirmed': 'Both call with their passwords. The broker confirms each side.',
  'film.says.closing': 'Two institutions and one broker know. The market has heard nothing.',
} as const
