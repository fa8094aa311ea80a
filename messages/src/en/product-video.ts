/** Texts of the product video and of the command that makes it. Not in the catalogue, so no page loads them. */
export const productVideo = {
  'film.noFfmpeg':
    'ffmpeg is required to encode the film, but it is not installed. On Debian: apt-get install ffmpeg',
  'film.opening': 'Large interests, unseen until a contra is found',
  'film.closing': 'Unseen until a contra is found. Named to one broker only.',
  'film.trader': '{name} · trader',
  'film.broker': '{name} · executing broker',

  'film.chapter.conditions': 'Your IOI, on your own conditions',
  'film.chapter.dark': 'It waits, undisclosed',
  'film.chapter.contra': 'Another institution, the opposite side',
  'film.chapter.located': 'Contra located',
  'film.chapter.handed': 'Handed to one broker',
  'film.chapter.confirmed': 'The broker confirms both sides',

  'film.says.opening': '{product} brings large interests together without the market knowing.',
  'film.says.search': '{buyer} wants to buy Toyota. Its trader types a few letters.',
  'film.says.size': 'Side and size: 500,000 shares, with the value beside it.',
  'film.says.minimum': 'Conditions: a contra of at least 40 % …',
  'film.says.stars': '… and with three stars or more for credibility.',
  'film.says.path': 'Up to four brokers may execute. This one is preferred.',
  'film.says.review': 'Review everything, then send. An IOI is non-binding.',
  'film.says.dark': 'The engine holds it, unseen. At {seller}, nothing shows.',
  'film.says.contra': 'Later, {seller} wants to sell 300,000, unaware of any buyer.',
  'film.says.located': 'Both sides fit. Both are asked at the same time and have 30 seconds.',
  'film.says.sealed': '{buyer} accepts. The outcome stays hidden until {seller} has answered.',
  'film.says.accepted': '{seller} accepts as well.',
  'film.says.handed': 'Both get the same broker, each with its own password.',
  'film.says.match': 'The broker receives the match, with both passwords.',
  'film.says.confirmed': 'Both call with their passwords. The broker confirms each side.',
  'film.says.closing': 'Two institutions and one broker know. The market has heard nothing.',
} as const
