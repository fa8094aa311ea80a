import type { ReactNode } from 'react'
import { intervals } from '../shared/intervals.ts'
import { useIsNarrow } from '../ui/browser/browser-hooks.ts'
import { Carousel } from '../ui/controls/Carousel.tsx'
import { useText } from '../ui/text/use-text.ts'
import './diagrams.css'

const pictures = [
  { name: 'about.traditional', lead: 'about.traditionalLead', Drawing: TraditionalIoisDiagram },
  { name: 'about.darkPool', lead: 'about.darkPoolLead', Drawing: DarkPoolDiagram },
  { name: 'about.solution', lead: 'about.solutionLead', Drawing: IoiSolutionDiagram },
] as const

/** The differences in three diagrams: side by side, or as a carousel on a phone. */
export function Diagrams() {
  const text = useText()
  const isNarrow = useIsNarrow()
  const shown = pictures.map(({ name, lead, Drawing }) => ({
    name: text(name),
    content: (
      <figure className="about-picture">
        <Drawing />
        <figcaption>
          <h3>{text(name)}</h3>
          <p>{text(lead)}</p>
        </figcaption>
      </figure>
    ),
  }))
  return (
    // On a phone the carousel is the region with this name.
    <section className="about-pictures" aria-labelledby={isNarrow ? undefined : 'about-pictures'}>
      <h2 id="about-pictures">{text('about.pictures')}</h2>
      {isNarrow ? (
        <Carousel
          label={text('about.pictures')}
          words={{
            back: text('about.back'),
            on: text('about.next'),
            pause: text('about.pause'),
            play: text('about.play'),
          }}
          slides={shown}
          visible={1}
          interval={intervals.aboutCarousel}
        />
      ) : (
        <div className="about-grid">
          {shown.map(({ name, content }) => (
            <div key={name}>{content}</div>
          ))}
        </div>
      )}
    </section>
  )
}

const brokers = [48, 92, 136]
const observers = [28, 52, 72, 96, 116, 140, 160]

/** One indication is passed to brokers and by them to everybody, and the price moves away. */
function TraditionalIoisDiagram() {
  const text = useText()
  return (
    <DiagramFrame>
      <path className="picture-price" d="M16 200C110 198 180 196 232 184S310 150 344 128" />
      <DiagramLabel x={304} y={178}>
        {text('about.price')}
      </DiagramLabel>
      {brokers.map((y) => (
        <g key={y}>
          <path className="picture-line" d={`M96 92 160 ${y}`} />
          <circle className="picture-dot" cx="172" cy={y} r="10" />
          {observers.map((eye) => (
            <path key={eye} className="picture-thin" d={`M183 ${y} 258 ${eye}`} />
          ))}
        </g>
      ))}
      <DiagramLabel x={172} y={170}>
        {text('about.brokers')}
      </DiagramLabel>
      {observers.map((y) => (
        <DiagramObserver key={y} x={272} y={y} />
      ))}
      <DiagramLabel x={272} y={16}>
        {text('about.watching')}
      </DiagramLabel>
      <DiagramParty x={56} y={92} word={text('about.you')} wish={text('about.buy')} side="buy" />
    </DiagramFrame>
  )
}

const pieces = [
  [146, 84],
  [172, 66],
  [168, 108],
  [198, 92],
  [190, 130],
  [222, 72],
  [224, 116],
] as const
const pings = [62, 92, 122]

/** A large order in a dark pool: small fills to participants who ping until they detect it. */
function DarkPoolDiagram() {
  const text = useText()
  return (
    <DiagramFrame>
      <rect className="picture-pool" x="116" y="36" width="136" height="124" rx="6" />
      <DiagramLabel x={184} y={28}>
        {text('about.pool')}
      </DiagramLabel>
      <path className="picture-line" d="M96 98h30" />
      {pieces.map(([x, y]) => (
        <rect key={`${x}-${y}`} className="picture-piece" x={x - 7} y={y - 7} width="14" height="14" rx="2" />
      ))}
      <DiagramLabel x={184} y={178}>
        {text('about.pieces')}
      </DiagramLabel>
      {pings.map((y) => (
        <g key={y} className="picture-ping">
          <path d={`M322 ${y}H244`} />
          <path d={`M252 ${y - 5} 243 ${y} 252 ${y + 5}`} />
          <circle cx="332" cy={y} r="9" />
        </g>
      ))}
      <DiagramLabel x={318} y={152}>
        {text('about.pings')}
      </DiagramLabel>
      <DiagramParty x={56} y={98} word={text('about.you')} wish={text('about.buy')} side="buy" />
    </DiagramFrame>
  )
}

/** Both sides hidden, one engine between them, and one broker once both have accepted. */
function IoiSolutionDiagram() {
  const text = useText()
  return (
    <DiagramFrame>
      <rect className="picture-pool" x="120" y="44" width="120" height="84" rx="6" />
      <g className="picture-mark" transform="translate(146 52) scale(4.2)">
        <path className="picture-mark-right" d="M8.5 3.5h5v9h-5zM8.5 9.5h5" />
        <path className="picture-mark-left" d="M4.5 2.5v11M2 6.5h11.5M4.5 7.2 2.3 10.6M4.5 7.2l2.2 3" />
      </g>
      <DiagramLabel x={180} y={36}>
        {text('about.engine')}
      </DiagramLabel>
      <path className="picture-line" d="M98 80h22M262 80h-22" />
      <path className="picture-line" data-accepted d="M56 128v60h76M304 128v60h-76" />
      <DiagramLabel x={94} y={206}>
        {text('about.accepts')}
      </DiagramLabel>
      <DiagramLabel x={266} y={206}>
        {text('about.accepts')}
      </DiagramLabel>
      <DiagramParty x={58} y={80} word={text('about.you')} wish={text('about.buy')} side="buy" />
      <DiagramParty x={302} y={80} word={text('about.contra')} wish={text('about.sell')} side="sell" />
      <DiagramParty x={180} y={188} word={text('about.broker')} />
    </DiagramFrame>
  )
}

interface Point {
  x: number
  y: number
}

/** The background of a diagram. All are drawn on 360 × 220. */
function DiagramFrame({ children }: { children: ReactNode }) {
  return (
    <svg className="picture" viewBox="0 0 360 220" aria-hidden="true" focusable="false">
      {children}
    </svg>
  )
}

/** A participant with a label and, below, what is wanted. */
function DiagramParty({
  x,
  y,
  word,
  wish,
  side,
}: Point & { word: string; wish?: string; side?: 'buy' | 'sell' }) {
  return (
    <g className="picture-party" data-side={side}>
      <rect x={x - 40} y={y - 16} width="80" height="32" rx="4" />
      <text x={x} y={y + 4}>
        {word}
      </text>
      {wish ? (
        <text className="picture-wish" x={x} y={y + 32}>
          {wish}
        </text>
      ) : null}
    </g>
  )
}

/** An observer: an eye. */
function DiagramObserver({ x, y }: Point) {
  return (
    <g className="picture-eye" transform={`translate(${x} ${y})`}>
      <path d="M-9 0C-5 -6 5 -6 9 0 5 6 -5 6 -9 0z" />
      <circle r="2.6" />
    </g>
  )
}

/** A label below or beside something. */
function DiagramLabel({ x, y, children }: Point & { children: ReactNode }) {
  return (
    <text className="picture-word" x={x} y={y}>
      {children}
    </text>
  )
}
