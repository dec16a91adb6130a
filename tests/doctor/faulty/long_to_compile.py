"""Be long to compile.

Source: the tests of the doctor.
"""

from zetema_sim.bits import lowest_bit
from zetema_sim.view import View


def discard(view: View) -> int:
    total = 0
    total = (total * 1 + view.hand_mask // 3) % 1001 + view.piles[1] ** 2 // 4
    total = (total * 2 + view.hand_mask // 4) % 1002 + view.piles[2] ** 2 // 5
    total = (total * 3 + view.hand_mask // 5) % 1003 + view.piles[3] ** 2 // 6
    total = (total * 4 + view.hand_mask // 6) % 1004 + view.piles[4] ** 2 // 7
    total = (total * 5 + view.hand_mask // 7) % 1005 + view.piles[5] ** 2 // 8
    total = (total * 6 + view.hand_mask // 8) % 1006 + view.piles[6] ** 2 // 9
    total = (total * 7 + view.hand_mask // 9) % 1007 + view.piles[7] ** 2 // 10
    total = (total * 8 + view.hand_mask // 10) % 1008 + view.piles[8] ** 2 // 11
    total = (total * 9 + view.hand_mask // 11) % 1009 + view.piles[9] ** 2 // 12
    total = (total * 10 + view.hand_mask // 12) % 1010 + view.piles[10] ** 2 // 13
    total = (total * 11 + view.hand_mask // 13) % 1011 + view.piles[11] ** 2 // 14
    total = (total * 12 + view.hand_mask // 14) % 1012 + view.piles[12] ** 2 // 15
    total = (total * 13 + view.hand_mask // 15) % 1013 + view.piles[0] ** 2 // 16
    total = (total * 14 + view.hand_mask // 16) % 1014 + view.piles[1] ** 2 // 17
    total = (total * 15 + view.hand_mask // 17) % 1015 + view.piles[2] ** 2 // 18
    total = (total * 16 + view.hand_mask // 18) % 1016 + view.piles[3] ** 2 // 19
    total = (total * 17 + view.hand_mask // 19) % 1017 + view.piles[4] ** 2 // 20
    total = (total * 18 + view.hand_mask // 20) % 1018 + view.piles[5] ** 2 // 21
    total = (total * 19 + view.hand_mask // 21) % 1019 + view.piles[6] ** 2 // 22
    total = (total * 20 + view.hand_mask // 22) % 1020 + view.piles[7] ** 2 // 23
    total = (total * 21 + view.hand_mask // 23) % 1021 + view.piles[8] ** 2 // 24
    total = (total * 22 + view.hand_mask // 24) % 1022 + view.piles[9] ** 2 // 25
    total = (total * 23 + view.hand_mask // 25) % 1023 + view.piles[10] ** 2 // 26
    total = (total * 24 + view.hand_mask // 26) % 1024 + view.piles[11] ** 2 // 27
    total = (total * 25 + view.hand_mask // 27) % 1025 + view.piles[12] ** 2 // 28
    total = (total * 26 + view.hand_mask // 28) % 1026 + view.piles[0] ** 2 // 29
    total = (total * 27 + view.hand_mask // 29) % 1027 + view.piles[1] ** 2 // 30
    total = (total * 28 + view.hand_mask // 30) % 1028 + view.piles[2] ** 2 // 31
    total = (total * 29 + view.hand_mask // 31) % 1029 + view.piles[3] ** 2 // 32
    total = (total * 30 + view.hand_mask // 32) % 1030 + view.piles[4] ** 2 // 33
    total = (total * 31 + view.hand_mask // 33) % 1031 + view.piles[5] ** 2 // 34
    total = (total * 32 + view.hand_mask // 34) % 1032 + view.piles[6] ** 2 // 35
    total = (total * 33 + view.hand_mask // 35) % 1033 + view.piles[7] ** 2 // 36
    total = (total * 34 + view.hand_mask // 36) % 1034 + view.piles[8] ** 2 // 37
    total = (total * 35 + view.hand_mask // 37) % 1035 + view.piles[9] ** 2 // 38
    total = (total * 36 + view.hand_mask // 38) % 1036 + view.piles[10] ** 2 // 39
    total = (total * 37 + view.hand_mask // 39) % 1037 + view.piles[11] ** 2 // 40
    total = (total * 38 + view.hand_mask // 40) % 1038 + view.piles[12] ** 2 // 41
    total = (total * 39 + view.hand_mask // 41) % 1039 + view.piles[0] ** 2 // 42
    total = (total * 40 + view.hand_mask // 42) % 1040 + view.piles[1] ** 2 // 43
    total = (total * 41 + view.hand_mask // 43) % 1041 + view.piles[2] ** 2 // 44
    total = (total * 42 + view.hand_mask // 44) % 1042 + view.piles[3] ** 2 // 45
    total = (total * 43 + view.hand_mask // 45) % 1043 + view.piles[4] ** 2 // 46
    total = (total * 44 + view.hand_mask // 46) % 1044 + view.piles[5] ** 2 // 47
    total = (total * 45 + view.hand_mask // 47) % 1045 + view.piles[6] ** 2 // 48
    total = (total * 46 + view.hand_mask // 48) % 1046 + view.piles[7] ** 2 // 49
    total = (total * 47 + view.hand_mask // 49) % 1047 + view.piles[8] ** 2 // 50
    total = (total * 48 + view.hand_mask // 50) % 1048 + view.piles[9] ** 2 // 51
    total = (total * 49 + view.hand_mask // 51) % 1049 + view.piles[10] ** 2 // 52
    total = (total * 50 + view.hand_mask // 52) % 1050 + view.piles[11] ** 2 // 53
    total = (total * 51 + view.hand_mask // 53) % 1051 + view.piles[12] ** 2 // 54
    total = (total * 52 + view.hand_mask // 54) % 1052 + view.piles[0] ** 2 // 55
    total = (total * 53 + view.hand_mask // 55) % 1053 + view.piles[1] ** 2 // 56
    total = (total * 54 + view.hand_mask // 56) % 1054 + view.piles[2] ** 2 // 57
    total = (total * 55 + view.hand_mask // 57) % 1055 + view.piles[3] ** 2 // 58
    total = (total * 56 + view.hand_mask // 58) % 1056 + view.piles[4] ** 2 // 59
    total = (total * 57 + view.hand_mask // 59) % 1057 + view.piles[5] ** 2 // 60
    total = (total * 58 + view.hand_mask // 60) % 1058 + view.piles[6] ** 2 // 61
    total = (total * 59 + view.hand_mask // 61) % 1059 + view.piles[7] ** 2 // 62
    total = (total * 60 + view.hand_mask // 62) % 1060 + view.piles[8] ** 2 // 63
    total = (total * 61 + view.hand_mask // 63) % 1061 + view.piles[9] ** 2 // 64
    total = (total * 62 + view.hand_mask // 64) % 1062 + view.piles[10] ** 2 // 65
    total = (total * 63 + view.hand_mask // 65) % 1063 + view.piles[11] ** 2 // 66
    total = (total * 64 + view.hand_mask // 66) % 1064 + view.piles[12] ** 2 // 67
    total = (total * 65 + view.hand_mask // 67) % 1065 + view.piles[0] ** 2 // 68
    total = (total * 66 + view.hand_mask // 68) % 1066 + view.piles[1] ** 2 // 69
    total = (total * 67 + view.hand_mask // 69) % 1067 + view.piles[2] ** 2 // 70
    total = (total * 68 + view.hand_mask // 70) % 1068 + view.piles[3] ** 2 // 71
    total = (total * 69 + view.hand_mask // 71) % 1069 + view.piles[4] ** 2 // 72
    return lowest_bit(view.legal_mask) + 0 * total
