/** A locate against a robot, to learn the keys and the thirty seconds. */
export const practice = {
  'practice.begin': 'Practise a locate',
  'practice.hint': 'A robot is the contra. Nothing is sent, and your rating does not change.',
  'practice.title': 'Practice: contra located',
  'practice.title.ACCEPTED': 'Practice: both accepted',
  'practice.title.DECLINED': 'Practice: you declined',
  'practice.title.TIMED_OUT': 'Practice: time is up',
  'practice.waiting': 'The robot answers in a moment.',
  'practice.outcomeDetail.ACCEPTED':
    'In a real locate this is where the executing broker and your password appear. You call the broker and give the password; so does the contra.',
  'practice.outcomeDetail.DECLINED':
    'In a real locate your IOI would be paused, and the decline would lower your rating.',
  'practice.outcomeDetail.TIMED_OUT':
    'In a real locate your IOI would be paused, and your rating would fall further than by a decline.',
  'practice.disclaimer': 'Practice with a robot. Nothing is sent, and your rating does not change.',
  'practice.again': 'Practise again',
  'practice.close': 'Close',
} as const
