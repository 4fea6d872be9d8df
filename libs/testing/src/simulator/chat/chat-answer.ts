import type { SimConfig } from '../config';
import type { Fault } from '../fault';
import { spreadsOf } from '../spread';
import type { ChatRequestRead } from './chat-request';

/** How the mass of one answer is spread over the ways to write it. */
const yesNo = { yes: ['Yes', ' Yes', 'yes', 'YES', 'y'], no: ['No', ' No', 'no', 'NO', 'n'] };
const shares = [0.5, 0.3, 0.15, 0.04, 0.01];
const letterShares = [0.7, 0.3];
/** What the model would write else. */
const otherMass = 0.02;
/** OpenAI's number for a token that cannot occur. */
const never = -9_999;

interface Token {
  token: string;
  p: number;
}

/** The text that answers, and the alternatives of its first token where they were asked for. */
interface Written {
  text: string;
  tokens: Token[] | null;
}

/** The body of a 200 in OpenAI's form. */
export function completionBody(asked: ChatRequestRead, config: SimConfig, count: number, fault: Fault): object {
  const { text, tokens } = write(asked, config, count, fault);
  const isCut = fault.name === 'length';
  const message = { role: 'assistant', content: isCut ? text.slice(0, text.length / 2) : text };
  const finish = fault.name === 'filter' ? 'content_filter' : isCut || tokens !== null ? 'length' : 'stop';
  const logprobs = tokens === null || fault.name === 'nologprobs' ? null : { content: [listed(tokens)] };
  const choice = {
    index: 0,
    message: fault.name === 'refusal' ? { ...message, content: null, refusal: 'I cannot help with that.' } : message,
    logprobs,
    finish_reason: finish,
  };
  if (fault.name === 'provider') return { error: { code: 502, message: 'Provider returned error' } };
  return {
    id: `chatcmpl-${count}`,
    object: 'chat.completion',
    model: asked.model,
    system_fingerprint: 'fp_simulated',
    choices: fault.name === 'nochoice' ? [] : [choice],
    usage: { prompt_tokens: asked.inputTokens, completion_tokens: Math.ceil(text.length / 4) },
  };
}

/** The body of a 200 in Anthropic's form. */
export function messageBody(asked: ChatRequestRead, config: SimConfig, count: number, fault: Fault): object {
  const { text } = write(asked, config, count, fault);
  const isCut = fault.name === 'length';
  const content = [{ type: 'text', text: isCut ? text.slice(0, text.length / 2) : text }];
  const isEmpty = fault.name === 'nochoice' || fault.name === 'refusal';
  return {
    id: `msg_${count}`,
    type: 'message',
    role: 'assistant',
    model: asked.model,
    content: isEmpty ? [] : content,
    stop_reason: fault.name === 'refusal' ? 'refusal' : isCut ? 'max_tokens' : 'end_turn',
    usage: { input_tokens: asked.inputTokens, output_tokens: Math.ceil(text.length / 4) },
  };
}

function write(asked: ChatRequestRead, config: SimConfig, count: number, fault: Fault): Written {
  if (fault.name === 'prose')
    return { text: 'I would say yes, all in all.', tokens: asked.chat.isLettered ? [] : null };
  const spreads = spreadsOf(asked, config, count);
  if (!asked.chat.isLettered) {
    const members = asked.questions.map(([name, { type }], at) => [
      name,
      statedOf(type, asked.chat.labels[at], spreads[at]),
    ]);
    return { text: JSON.stringify(Object.fromEntries(members)), tokens: null };
  }
  const [spread] = spreads;
  const tokens =
    asked.questions[0][1].type === 'noul' ? yesNoTokens(spread[0]) : letterTokens(asked.chat.labels[0], spread);
  const bent = bend(tokens, fault).sort((a, b) => b.p - a.p);
  return { text: bent[0].token, tokens: bent.slice(0, asked.chat.alternatives) };
}

/** Where the prompt asks for the likeliest alone, they are eighteen. */
function statedOf(type: string, labels: readonly string[], spread: readonly number[]): object {
  if (type === 'noul') return { p_yes: spread[0] };
  const each = labels.map((label, place) => ({ option: label, p: spread[place] }));
  if (labels.length <= 19) return Object.fromEntries(each.map(({ option, p }) => [option, p]));
  return { likeliest: each.sort((a, b) => b.p - a.p).slice(0, 18) };
}

function yesNoTokens(p: number): Token[] {
  const spelt = (words: string[], mass: number) =>
    words.map((token, place) => ({ token, p: mass * shares[place] * (1 - otherMass) }));
  return [...spelt(yesNo.yes, p), ...spelt(yesNo.no, 1 - p), { token: 'Maybe', p: otherMass }];
}

/** More than nine labels stand once each: a token has twenty alternatives. */
function letterTokens(labels: readonly string[], spread: readonly number[]): Token[] {
  const spellings = labels.length > 9 ? [1] : letterShares;
  const tokens = labels.flatMap((label, at) =>
    spellings.map((share, place) => ({ token: ' '.repeat(place) + label, p: spread[at] * share * (1 - otherMass) })),
  );
  return [...tokens, { token: 'The', p: otherMass }];
}

function bend(tokens: Token[], { name }: Fault): Token[] {
  if (name === 'think')
    return [{ token: '<think>', p: 0.97 }, ...tokens.map(({ token, p }) => ({ token, p: p * 0.03 }))];
  if (name === 'mass') return [{ token: 'Well', p: 0.6 }, ...tokens.map(({ token, p }) => ({ token, p: p * 0.4 }))];
  return tokens;
}

function listed(tokens: readonly Token[]): object {
  const top = tokens.map(({ token, p }) => ({ token, logprob: p === 0 ? never : Math.log(p), bytes: null }));
  return { ...top[0], top_logprobs: top };
}
