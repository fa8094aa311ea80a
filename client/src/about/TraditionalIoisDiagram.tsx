import { useText } from '../ui/text/use-text.ts'
import { DiagramFrame, DiagramLabel, DiagramObserver, DiagramParty } from './diagram-shapes.tsx'

const brokers = [48, 92, 136]
const eyes = [28, 52, 72, 96, 116, 140, 160]

/** One indication is told to brokers, by them to everybody, and the price runs away. */
export function TraditionalIoisDiagram() {
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
          {eyes.map((eye) => (
            <path key={eye} className="picture-thin" d={`M183 ${y} 258 ${eye}`} />
          ))}
        </g>
      ))}
      <DiagramLabel x={172} y={170}>
        {text('about.brokers')}
      </DiagramLabel>
      {eyes.map((y) => (
        <DiagramObserver key={y} x={272} y={y} />
      ))}
      <DiagramLabel x={272} y={16}>
        {text('about.watching')}
      </DiagramLabel>
      <DiagramParty x={56} y={92} word={text('about.you')} wish={text('about.buy')} side="buy" />
    </DiagramFrame>
  )
}
