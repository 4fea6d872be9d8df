export const tonedWords: Record<number, string> = {
  0.5: 'nice well fine easy easily works helpful quick fast fun bright fresh versatile compliment compliments worth pretty bien facil rapido schnell einfach hilfreich nett',
  0.3: 'ok okay solid decent acceptable ordentlich correcto',
  [-0.4]:
    'unfortunately however issue issues problem problems difficult slow odd weird strange scratchy thin sheer boxy return returned leider problem schwierig langsam lento dificil',
  [-0.6]:
    'wrong missing lost never again complaint complain beschwerde falsch fehlt verloren equivocado falta perdido queja',
  [-1]: 'disgusting disgrace appalling pathetic liar scammed lawyer sue anwalt klage abogado denuncia',
};
