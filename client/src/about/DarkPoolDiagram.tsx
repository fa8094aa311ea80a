import { useText } from '../ui/text/use-text.ts'
import { DiagramFrame, DiagramLabel, DiagramParty } from './diagram-shapes.tsx'

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

/** A large order in a dark pool: small pieces to those who ping until they know that it is there. */
export function DarkPoolDiagram() {
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
