export interface PageEnd {
  readonly reason:
    | 'clean-exit'
    | 'abnormal-exit'
    | 'killed'
    | 'crashed'
    | 'oom'
    | 'launch-failed'
    | 'integrity-failure'
    | 'memory-eviction';
  readonly exitCode: number;
}

/**
 * `hung`: the till ended it. `ended`: the system or somebody did. `memory`: too little. `blocked`: it could not start,
 * or another program changed it.
 */
export type WindowTrouble = 'crashed' | 'hung' | 'ended' | 'memory' | 'blocked';

export interface WindowEnd {
  readonly trouble: WindowTrouble;
  readonly reason: string;
}

/** `hung`: the till ended the page itself; each system gives another reason for that. */
export function windowEnd({ reason, exitCode }: PageEnd, hung: boolean): WindowEnd {
  return { trouble: hung ? 'hung' : troubleOf(reason), reason: `${reason} (${exitCode})` };
}

function troubleOf(reason: PageEnd['reason']): WindowTrouble {
  switch (reason) {
    case 'abnormal-exit':
    case 'crashed':
      return 'crashed';
    case 'clean-exit':
    case 'killed':
      return 'ended';
    case 'oom':
    case 'memory-eviction':
      return 'memory';
    case 'launch-failed':
    case 'integrity-failure':
      return 'blocked';
  }
}
