import { useText } from '../ui/text/use-text.ts'
import { DiagramFrame, DiagramLabel, DiagramParty } from './diagram-shapes.tsx'

/** Both sides in the dark, one engine between them, and one broker once both have accepted. */
export function IoiSolutionDiagram() {
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
