import{a as t,b as o,h as a,i as n}from"./chunk.PKTT6GN4.js";function m(){let r=t(),[s,i]=o();return{value:e=>a(r,e),set:e=>i(n(s,r,e),{replace:!0})}}export{m as a};
