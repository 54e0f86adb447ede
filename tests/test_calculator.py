"""The attack calculator, used as a player uses it: attacks of the three games, step by step, by keyboard and by
mouse.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from using_calculator import choose, lines, open_calculator, position_of, put_on, row, strength, unfold

SIMPLE = "deluxe control the-mafia>loan-sharks"
LEGAL = re.compile("^Legal: all ")


@pytest.fixture
def open_position(page: Page, site_url: str):
    """Opens the calculator on a position, or empty on a game."""

    def open_(position: str = "", game: str = "") -> Page:
        return open_calculator(page, site_url, position, game)

    return open_


# --- an attack, step by step ------------------------------------------------------------------------------------------


def test_a_group_comes_from_the_hand_where_there_are_hands(open_position) -> None:
    """INWO begins with a target in your hand, Deluxe with an uncontrolled one; who destroys attacks what is in play."""
    page = open_position(game="INWO")
    expect(page.get_by_role("radio", name="In your hand")).to_be_checked()
    page.get_by_role("radio", name="To destroy").check()
    expect(page.get_by_role("radio", name="Uncontrolled")).to_be_checked()
    page.locator("label").get_by_text("Deluxe", exact=True).first.click()
    expect(page.get_by_role("radio", name="Uncontrolled")).to_be_checked()
    page.locator("label").get_by_text("INWO", exact=True).first.click()
    expect(page.get_by_role("radio", name="In your hand")).to_be_checked()


def test_the_mafia_against_loan_sharks_by_keyboard_alone(open_position) -> None:
    """7 + 8 + 3 - 5 = 13: roll 10 or less, 33 of 36; sum, address and the spoken summary all say so."""
    page = open_position(game="Deluxe")
    choose(page, "Attacker", "mafia")
    assert "" == position_of(page)
    page.keyboard.press("Tab")
    assert "Target" == page.evaluate("document.activeElement.labels[0].textContent")
    page.keyboard.type("loan sh")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert [
        ("+7", "Power of The Mafia"),
        ("+8", "identical: Criminal, Violent"),
        ("+3", "The Mafia"),
        ("−5", "Resistance of Loan Sharks"),
    ] == lines(page)
    expect(page.locator(".calc-sum tfoot .calc-amount")).to_have_text("13")
    expect(page.locator(".calc-big")).to_have_text("Roll 10 or less 33/36 (92%)")
    expect(page.locator(".calc-checks summary")).to_have_text("Legal: all 9 requirements hold")
    expect(page.locator(".calc-spoken")).to_have_text(
        "Roll 10 or less, 33/36 (92%). Strength 13. 11 or more always fails. Legal."
    )
    assert SIMPLE == position_of(page)


def test_every_line_and_reason_links_its_source(open_position, site_url: str) -> None:
    """Each line and each reason names a document and page, and leads to the page of ours that states it."""
    page = open_position(SIMPLE)
    page.locator(".calc-checks summary").click()
    for item in [*page.locator(".calc-sum tbody tr").all(), *page.locator(".calc-checks li").all()]:
        link = item.locator(".calc-from a").first
        assert link.inner_text().startswith("Deluxe rules, ")
        assert link.evaluate("link => link.href").startswith(f"{site_url}rules/deluxe/")


def test_a_helper_says_why_it_may_help_and_why_not(open_position) -> None:
    """The KKK have no Transferable Power, so the attack is not legal; the C.I.A. may help and add 4."""
    page = open_position(SIMPLE)
    choose(page, "Add a helper", "kkk")
    kkk = page.locator("[data-card=kkk]")
    expect(kkk.locator(".calc-badge")).to_have_text("cannot help")
    expect(kkk.locator("[data-ok=false]")).to_contain_text(
        "An attack requires that each helper has Transferable Power 1 or more."
    )
    expect(kkk.locator("[data-ok=false] a")).to_have_text("Deluxe rules, pp. 4–5")
    expect(page.locator(".calc-illegal")).to_contain_text(
        "KKK: An attack requires that each helper has Transferable Power 1 or more."
    )
    kkk.get_by_role("button", name="Remove KKK").click()
    expect(page.locator(".calc-illegal")).to_be_hidden()

    choose(page, "Add a helper", "CIA")
    cia = page.locator("[data-card=c-i-a]")
    expect(cia.locator(".calc-badge")).to_have_text("may help")
    cia.locator("summary").click()
    expect(cia.locator("[data-ok=true]")).to_have_count(5)
    assert ("+4", "Transferable Power of C.I.A.") in lines(page)
    assert f"{SIMPLE} aid=c-i-a" == position_of(page)


def test_a_rivals_group_is_protected_by_its_position(open_position) -> None:
    """Next to the rival's Illuminati 10 counts against the attack, one Group away 5; uncontrolled again, nothing."""
    page = open_position(SIMPLE)
    page.get_by_text("A rival's", exact=True).click()
    assert ("−10", "controlled directly by its Illuminati") in lines(page)
    expect(page.locator(".calc-big")).to_have_text("Roll 3 or less 3/36 (8%)")
    page.get_by_text("1 Group away", exact=True).click()
    assert ("−5", "1 Group away from its Illuminati") in lines(page)
    page.get_by_label("The rival's Illuminati", exact=True).select_option(label="The Discordian Society")
    assert f"{SIMPLE} at=2 rival=the-discordian-society" == position_of(page)
    page.get_by_text("Uncontrolled", exact=True).click()
    assert SIMPLE == position_of(page)
    page.get_by_text("A rival's", exact=True).click()
    assert f"{SIMPLE} at=2 rival=the-discordian-society" == position_of(page)


def test_money_goes_in_by_button_and_by_keyboard(open_position) -> None:
    """Money of the target counts twice; what is too much becomes the most that a position may hold."""
    page = open_position(f"{SIMPLE} at=4")
    page.get_by_role("button", name="Target's treasury: 1 MB more").click()
    page.get_by_role("button", name="Target's treasury: 1 MB more").click()
    assert ("−4", "2 MB from the target's treasury") in lines(page)
    page.get_by_label("Attacker's treasury", exact=True).focus()
    page.keyboard.type("3")
    assert ("+3", "3 MB from the attacker's treasury") in lines(page)
    page.keyboard.type("0000")
    expect(page.get_by_label("Attacker's treasury", exact=True)).to_have_value("999")
    page.get_by_label("Attacker's treasury", exact=True).fill("")
    assert f"{SIMPLE} at=4 defend=2" == position_of(page)


def test_privilege_keeps_others_out_until_a_special_ends_it(open_position) -> None:
    """Money against a privileged attack is not legal; with Deep Agent in effect it is."""
    page = open_position(SIMPLE)
    page.get_by_label("The attack was declared privileged").check()
    page.get_by_role("button", name="Players who oppose: 1 MB more").click()
    unfold(page, "Specials")
    expect(page.locator(".calc-illegal")).to_contain_text(
        "no MB comes from opposing players if the attack is privileged"
    )
    choose(page, "Specials in effect", "deep")
    expect(page.locator(".calc-illegal")).to_be_hidden()
    assert f"{SIMPLE} oppose=1 play=deep-agent privileged" == position_of(page)


def test_a_special_that_sets_the_roll_decides(open_position) -> None:
    """With Murphy's Law the roll is 12, so nothing can succeed; the strength stays what it is."""
    page = open_position(SIMPLE)
    unfold(page, "Specials")
    choose(page, "Specials in effect", "murphys law")
    expect(page.locator(".calc-big")).to_have_text("The roll becomes 12: failure 0/36 (0%)")
    expect(page.locator(".calc-answer .calc-strength")).to_contain_text("A Special sets the roll; 10 or less succeeds.")
    expect(page.get_by_role("img", name="A Special has set the roll to 12, so the attack fails.")).to_be_visible()


def test_changes_of_this_turn_are_taken_into_account(open_position) -> None:
    """No open arrow and an attack already made forbid it; a Group that is now Weird only shares nothing with The
    Mafia.
    """
    page = open_position(SIMPLE)
    unfold(page, "Changes on the cards")
    page.get_by_role("button", name="Open arrows of the attacker: 1 arrow less").click()
    page.get_by_role("button", name="Open arrows of the attacker: 1 arrow less").click()
    page.get_by_role("button", name="Open arrows of the attacker: 1 arrow less").click()
    page.get_by_role("button", name="Attacks The Mafia took part in: 1 attack more").click()
    page.get_by_text("Loan Sharks is Criminal, Violent").click()
    alignments = page.get_by_role("group", name="Alignments of Loan Sharks")
    for name in ("Criminal", "Violent", "Weird"):
        alignments.get_by_label(name, exact=True).click()
    expect(page.get_by_text("Loan Sharks is Weird (changed)")).to_be_visible()
    assert [("+7", "Power of The Mafia"), ("−5", "Resistance of Loan Sharks")] == lines(page)
    illegal = page.locator(".calc-illegal")
    expect(illegal).to_contain_text("the attacker has an open arrow")
    expect(illegal).to_contain_text("the attacker has an attack left this turn")
    assert f"{SIMPLE} arrows=0 used=the-mafia align=loan-sharks:weird" == position_of(page)


def test_a_card_is_found_however_its_name_is_written(open_position) -> None:
    """Case, accents, punctuation, a missing article, initials, parts of words and slips do not matter."""
    page = open_position(game="Deluxe")
    for typed, name in {
        "cia": "C.I.A.",
        "F B I": "F.B.I.",
        "smof": "S.M.O.F.",
        "l4 society": "L-4 Society",
        "UFOs": "The UFOs",
        "parent teacher": "Parent/Teacher Agglomeration",
        "omcl": "Orbital Mind Control Lasers",
        "the máfia": "The Mafia",
        "mafya": "The Mafia",
        "comm cons": "International Communist Conspiracy",
        "gnoems": "The Gnomes of Zurich",
    }.items():
        choose(page, "Attacker", typed)
        assert (typed, name) == (typed, page.get_by_role("combobox", name="Attacker").input_value())


def test_a_field_that_is_left_without_a_card_keeps_the_one_before(open_position) -> None:
    """Nonsense in a field changes nothing; an emptied field takes the card out, and the sum waits for another."""
    page = open_position(SIMPLE)
    attacker = page.get_by_role("combobox", name="Attacker")
    attacker.fill("zzzzzz")
    expect(page.get_by_role("listbox", name="Attacker")).to_contain_text("No card fits")
    page.keyboard.press("Tab")
    expect(attacker).to_have_value("The Mafia")
    attacker.fill("")
    page.keyboard.press("Tab")
    expect(page.locator(".calc-empty")).to_have_text("Choose an attacker and a target: the sum appears here.")
    assert "" == position_of(page)


def test_the_chart_tells_success_failure_and_automatic_failure_apart_without_colour(open_position) -> None:
    """For strength 8 the totals to 8 are full, 9 and 10 empty, 11 and 12 hatched; words say the same."""
    page = open_position("deluxe control the-bavarian-illuminati>recyclers")
    bars = page.locator(".calc-bar").evaluate_all(
        "bars => bars.map(bar => [Number(bar.dataset.total), bar.dataset.outcome, getComputedStyle(bar).fill.slice(0,"
        " 4)])"
    )
    assert [
        *([total, "success", "rgb("] for total in range(2, 9)),
        *([total, "failure", "none"] for total in (9, 10)),
        *([total, "always", "url("] for total in (11, 12)),
    ] == bars
    words = "Of the 36 outcomes of two dice 26 succeed: 2 to 8. 11 or more always fails."
    expect(page.get_by_role("img", name=words)).to_be_visible()
    expect(page.locator(".calc-legend")).to_have_text("succeedsfailsalways fails")


# --- the examples of the documents, through the controls ------------------------------------------------------------


def test_the_whole_story_of_japan_and_the_batf(open_position) -> None:
    """The handbook's attack at every step (WDH p. 9): 34 against 11 is 23; 9 after Commitment and Solidarity; -2 when
    the target defends itself, 9 again when that is canceled; Hackers bring it to 7 and Wargamers to 6, so that 6
    succeeds and 7 fails.
    """
    page = open_position(game="INWO")
    choose(page, "Attacker", "japan")
    choose(page, "Target", "batf")
    page.get_by_text("A rival's", exact=True).click()
    page.get_by_text("1 Group away", exact=True).click()
    choose(page, "Its master", "mafia")
    choose(page, "Add a helper", "nsa")
    choose(page, "Add a helper", "canada")
    unfold(page, "Plots, abilities and agents")
    choose(page, "Plots played", "martial law")
    choose(page, "Plots played", "martyrs")
    assert [
        ("+6", "Power of Japan"),
        ("+10", "Martial Law"),
        ("+10", "Martyrs"),
        ("+5", "Power of N.S.A."),
        ("+3", "Power of Canada"),
        ("+4", "identical: Government"),
        ("−4", "opposite: Peaceful and Violent"),
        ("−2", "Resistance of B.A.T.F."),
        ("−4", "shared with its master: Violent"),
        ("−5", "1 Group away from its Illuminati"),
    ] == lines(page)
    assert 23 == strength(page)

    unfold(page, "Linked Resources and Plots")
    unfold(page, "New World Orders")
    choose(page, "Add a linked Resource or Plot", "commitment")
    put_on(page, "Commitment is linked to", "B.A.T.F.")
    choose(page, "Add a New World Order", "solidarity")
    assert 9 == strength(page)

    choose(page, "Add a linked Resource or Plot", "necronomicon")
    put_on(page, "Necronomicon is linked to", "B.A.T.F.")
    unfold(page, "Other cards in play")
    choose(page, "The rival's other cards", "clipper chip")
    page.get_by_role("button", name="The target defends itself").click()
    assert -2 == strength(page)
    expect(page.locator(".calc-big")).to_have_text("No roll succeeds 0/36 (0%)")
    row(page, "b-a-t-f").get_by_role("button", name="Remove B.A.T.F.").click()
    assert 9 == strength(page)

    choose(page, "Add an opponent", "hackers")
    put_on(page, "Hackers is", "a third player's")
    expect(row(page, "hackers").locator(".calc-helper")).to_have_text("Hackers may oppose its Global Power counts")
    assert 7 == strength(page)
    choose(page, "Puppets of the target", "wargamers")
    choose(page, "Add an opponent", "wargamers")
    assert 6 == strength(page)
    expect(page.locator(".calc-big")).to_have_text("Roll 6 or less 15/36 (42%)")
    expect(page.locator(".calc-checks summary")).to_have_text(LEGAL)
    assert (
        "inwo control japan>b-a-t-f aid=n-s-a,canada against=hackers,wargamers at=2 under=the-mafia over=wargamers"
        " rival=clipper-chip third=hackers link=commitment+b-a-t-f,necronomicon+b-a-t-f nwo=solidarity"
        " play=martial-law+japan,martyrs+japan" == position_of(page)
    )


def test_russia_and_its_friends_against_witch(open_position) -> None:
    """Alone 2 (4 - 6 + 4 for Violent), with three Violent helpers 10 (WDH p.

    8); Canada may not help, and the row says why.
    """
    page = open_position(game="INWO")
    choose(page, "Attacker", "russia")
    choose(page, "Target", "witch")
    assert 2 == strength(page)
    for helper in ("pentagon", "semiconscious", "autoduel"):
        choose(page, "Add a helper", helper)
    assert 10 == strength(page)
    expect(row(page, "pentagon").locator(".calc-helper")).to_have_text("Pentagon may help its Power counts")
    choose(page, "Add a helper", "canada")
    expect(row(page, "canada").locator(".calc-badge")).to_have_text("cannot help")
    expect(row(page, "canada").locator("[data-ok=false]")).to_contain_text(
        "each helper shares an alignment with the target"
    )


def test_england_at_fourteen(open_position) -> None:
    """Made Straight: Power 6 by Grassroots Support, 12 by The Big Prawn, 14 by Law and Order (WDH p. 17). Against the
    Post Office 4 is added for Government, and 3 taken off: 7, 13, 15.
    """
    page = open_position(game="INWO")
    choose(page, "Attacker", "england")
    choose(page, "Target", "post office")
    unfold(page, "Changes on the cards")
    page.get_by_text("England is Government").click()
    page.get_by_role("group", name="Alignments of England").get_by_label("Straight", exact=True).check()
    unfold(page, "Linked Resources and Plots")
    choose(page, "Add a linked Resource or Plot", "grassroots")
    assert ("+6", "Power of England") in lines(page)
    assert 6 + 4 - 3 == strength(page)
    choose(page, "Add a linked Resource or Plot", "big prawn")
    assert 12 + 4 - 3 == strength(page)
    unfold(page, "New World Orders")
    choose(page, "Add a New World Order", "law and order")
    assert 14 + 4 - 3 == strength(page)


def test_new_york_at_forty_nine(open_position) -> None:
    """Power 7 with Cyborg Soldiers and Good Polls defends with 21, and with 28 more for its own action: 49 (WDH p. 17).
    Ten attack.
    """
    page = open_position(game="INWO")
    page.get_by_text("To destroy", exact=True).click()
    choose(page, "Attacker", "bavarian")
    choose(page, "Target", "new york")
    page.get_by_text("A rival's", exact=True).click()
    page.get_by_text("2 away", exact=True).click()
    unfold(page, "Linked Resources and Plots")
    choose(page, "Add a linked Resource or Plot", "cyborg soldiers")
    put_on(page, "Cyborg Soldiers is linked to", "New York")
    unfold(page, "Plots, abilities and agents")
    choose(page, "Plots played", "good polls")
    put_on(page, "Good Polls is played on", "the defender's Violent Groups")
    assert 10 - 21 == strength(page)
    page.get_by_role("button", name="The target defends itself").click()
    assert 10 - 49 == strength(page)
    assert (
        "inwo destroy bavarian-illuminati>new-york against=new-york at=3 link=cyborg-soldiers+new-york"
        " play=good-polls+violent" == position_of(page)
    )


def test_a_car_bomb_under_gordo_remora(open_position) -> None:
    """8 against 6 (Self-Esteem) and 5 for the place is -3; The Mafia add 6: 3, for New Blood as printed gives them
    nothing. In the handbook's example it is worth 10 (WDH p. 11; conflict new-blood-bonus): with Power 16 for them, or
    a Plot worth 10, it is 13.
    """
    page = open_position(game="INWO")
    choose(page, "Attacker", "car bomb")
    expect(page.get_by_role("radio", name="To destroy")).to_be_checked()
    expect(page.get_by_role("radio", name="To control")).to_be_disabled()
    choose(page, "Target", "gordo")
    page.get_by_text("A rival's", exact=True).click()
    page.get_by_text("1 Group away", exact=True).click()
    unfold(page, "Linked Resources and Plots")
    choose(page, "Add a linked Resource or Plot", "self-esteem")
    put_on(page, "Self-Esteem is linked to", "Gordo Remora")
    expect(page.locator(".calc-heading")).to_have_text("Car Bomb → Gordo Remora, to destroy, by Plot")
    assert 8 - 6 - 5 == strength(page)
    choose(page, "Add a helper", "the mafia")
    choose(page, "Add a linked Resource or Plot", "new blood")
    put_on(page, "New Blood is linked to", "The Mafia")
    assert 8 + 6 - 11 == strength(page)
    unfold(page, "Changes on the cards")
    page.get_by_role("spinbutton", name="Power of The Mafia now").fill("16")
    assert 24 - 11 == strength(page)
    page.get_by_role("spinbutton", name="Power of The Mafia now").fill("")
    unfold(page, "Plots, abilities and agents")
    choose(page, "Plots played", "terrorist nuke")
    put_on(page, "Terrorist Nuke is played on", "The Mafia")
    assert 24 - 11 == strength(page)
    expect(page.locator(".calc-big")).to_have_text("Roll 10 or less 33/36 (92%)")


def test_subgenius_six_aided_by_four_and_four(open_position) -> None:
    """Rogue SubGenii with 6 by 13013 and two helpers of 4 have 14 (SubGenius rules p. 7), against Resistance 4: 10."""
    page = open_position(game="SubGenius")
    choose(page, "Attacker", "rogue")
    choose(page, "Target", "phlegm")
    unfold(page, "Linked Resources and Plots")
    choose(page, "Add a linked Resource or Plot", "13013")
    assert 6 - 4 == strength(page)
    choose(page, "Add a helper", "advanced supersonic")
    choose(page, "Add a helper", "frop farm")
    choose(page, "Add a linked Resource or Plot", "three-fisted")
    put_on(page, 'Three-Fisted Tales of "Bob" is linked to', "'Frop Farm")
    assert 6 + 4 + 4 - 4 == strength(page)
    expect(page.locator(".calc-checks summary")).to_have_text(LEGAL)


def test_agents_hands_and_devastated_places(open_position) -> None:
    """Agents are +10 and -6 (WDH p.

    10), one of them in each attack; a Devastated Place has half its Power and spends nothing.
    """
    page = open_position("inwo destroy bavarian-illuminati>new-york at=3")
    assert 10 - 7 == strength(page)
    unfold(page, "Plots, abilities and agents")
    page.get_by_label("Agents are played for the attack").check()
    assert 10 + 10 - 7 == strength(page)
    page.get_by_label("Agents are played for the attack").uncheck()
    page.get_by_label("Agents are played against it").check()
    assert 10 - 6 - 7 == strength(page)
    page.get_by_label("Agents are played against it").uncheck()
    page.get_by_label("The target is Devastated").check()
    assert "inwo destroy bavarian-illuminati>new-york at=3 devastated=new-york" == position_of(page)
    page.get_by_role("button", name="The target defends itself").click()
    expect(row(page, "new-york").locator(".calc-badge")).to_have_text("cannot oppose")
    page.get_by_text("In your hand", exact=True).click()
    expect(page.locator(".calc-illegal")).to_contain_text("from the attacker's hand")


def test_new_world_orders_are_put_in_order_by_keyboard(open_position) -> None:
    """Of one colour the last one played holds, and the row of the other says so; after a move the focus stays on a
    button of the card.
    """
    page = open_position("inwo control multinational-oil-companies>dentists at=3 nwo=solidarity,political-correctness")
    unfold(page, "New World Orders")
    assert 6 - 2 == strength(page)
    expect(row(page, "solidarity")).to_contain_text("replaced by Political Correctness")
    page.get_by_role("button", name="Solidarity: played later").focus()
    page.keyboard.press("Enter")
    assert 6 - 2 * 2 == strength(page)
    expect(page.get_by_role("button", name="Solidarity: played earlier")).to_be_focused()
    assert "inwo control multinational-oil-companies>dentists at=3 nwo=political-correctness,solidarity" == position_of(
        page
    )


def test_a_card_that_leaves_takes_along_what_lay_on_it(open_position) -> None:
    """A helper who goes takes Plots, links and changes with it; a third player's opponent leaves the table."""
    page = open_position(
        "inwo control russia>w-i-t-c-h aid=pentagon against=hackers at=3 third=hackers link=new-blood+pentagon "
        "play=terrorist-nuke+pentagon align=pentagon:weird power=pentagon:3"
    )
    row(page, "pentagon").first.get_by_role("button", name="Remove Pentagon").click()
    assert "inwo control russia>w-i-t-c-h against=hackers at=3 third=hackers" == position_of(page)
    row(page, "hackers").get_by_role("button", name="Remove Hackers").click()
    assert "inwo control russia>w-i-t-c-h at=3" == position_of(page)


def test_a_new_alignment_drives_out_its_opposite(open_position) -> None:
    """Who becomes Peaceful is Violent no longer (WDH p. 5)."""
    page = open_position("inwo control the-mafia>texas at=hand aid=c-i-a")
    unfold(page, "Changes on the cards")
    page.locator("summary", has_text="C.I.A. is").click()
    page.get_by_role("group", name="Alignments of C.I.A.").get_by_label("Peaceful").check()
    assert "inwo control the-mafia>texas aid=c-i-a at=hand align=c-i-a:government+peaceful" == position_of(page)


def test_the_cards_of_a_rival_come_back_with_what_was_said_of_them(open_position) -> None:
    """A Group that is looked at in the hand for a moment is again where it was."""
    line = "inwo control the-mafia>texas at=2 under=japan power=japan:3"
    page = open_position(line)
    page.get_by_text("In your hand", exact=True).click()
    assert "inwo control the-mafia>texas at=hand" == position_of(page)
    page.get_by_text("A rival's", exact=True).click()
    assert line == position_of(page)


# --- the choice of the game ------------------------------------------------------------------------------------------


def test_another_game_keeps_what_both_know(open_position) -> None:
    """The choice by keyboard; what the other game has not is left out by name, and the parts are those of the game."""
    page = open_position(
        "inwo control the-mafia>loan-sharks aid=pentagon,c-i-a against=hackers at=2 rival=survivalists nwo=solidarity"
    )
    expect(page.get_by_role("group", name="Opponents")).to_be_visible()
    page.get_by_role("radio", name="INWO", exact=True).focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="Deluxe", exact=True)).to_be_focused()
    expect(page.get_by_role("group", name="Money, in MB")).to_be_visible()
    expect(page.get_by_role("group", name="Opponents")).to_have_count(0)
    expect(page.locator(".calc-notice")).to_have_text("Deluxe has no place for Hackers, Solidarity: left out.")
    assert "deluxe control the-mafia>loan-sharks aid=pentagon,c-i-a at=2 rival=survivalists" == position_of(page)


def test_the_position_of_a_link_decides_the_game(open_position) -> None:
    """Whatever is shown, a position of another game brings its table, pasted or in the address."""
    page = open_position("subgenius control xists>s-p-u-t-u-m aid=jesus-b")
    expect(page.get_by_role("radio", name="SubGenius")).to_be_checked()
    assert 6 == strength(page)
    field = page.get_by_label("Position in one line")
    field.fill(SIMPLE)
    expect(page.get_by_role("radio", name="Deluxe")).to_be_checked()
    expect(page.get_by_label("Position in one line")).to_be_focused()
    assert 13 == strength(page)
    page.evaluate("location.hash = '#inwo control russia>w-i-t-c-h'")
    expect(page.get_by_role("radio", name="INWO", exact=True)).to_be_checked()
    assert 2 == strength(page)


def test_a_disaster_has_two_thresholds(open_position) -> None:
    """An Earthquake of 16 against New York with 7, far from its Illuminati: 9 devastates; more than 5 to spare, so 3 or
    less, destroys (WDH p. 12). A Group that attacks then has no such thresholds.
    """
    page = open_position(game="INWO")
    choose(page, "Attacker", "earthquake")
    choose(page, "Target", "new york")
    page.get_by_text("A rival's", exact=True).click()
    page.get_by_text("2 away", exact=True).click()
    assert 16 - 7 == strength(page)
    outcomes = page.locator(".calc-outcomes li")
    expect(outcomes).to_have_count(2)
    expect(outcomes.nth(0)).to_contain_text("A Disaster Devastates its target: 9 or less 30/36 (83%)")
    expect(outcomes.nth(1)).to_contain_text(": 3 or less 3/36 (8%)")
    assert outcomes.nth(1).get_by_role("link").first.get_attribute("href")
    choose(page, "Attacker", "bavarian")
    expect(outcomes).to_have_count(0)


def test_plots_and_abilities_are_used_with_the_attack(open_position) -> None:
    """I.R.S. against a Japan far from its Illuminati: 5 and 4 for Government against 8. The Plot adds 10 to the side
    that is chosen, the Mercenaries 1, which come to the attacker's other cards and leave the sum with them.
    """
    page = open_position("inwo control i-r-s>japan at=4")
    unfold(page, "Plots, abilities and agents")
    choose(page, "Plots played", "salt mines")
    assert 11 == strength(page)
    page.get_by_label("Back to the Salt Mines helps").select_option(label="the defense")
    assert -9 == strength(page)
    page.get_by_role("button", name="Remove Back to the Salt Mines").click()

    choose(page, "Abilities used", "mercenaries")
    assert 2 == strength(page)
    assert ("+1", "Mercenaries") in lines(page)
    assert "inwo control i-r-s>japan with=mercenaries at=4 ability=mercenaries" == position_of(page)
    unfold(page, "Other cards in play")
    page.locator("details", has_text="Other cards in play").get_by_role("button", name="Remove Mercenaries").click()
    assert "inwo control i-r-s>japan at=4" == position_of(page)

    choose(page, "Plots played", "cover-up")
    expect(row(page, "cover-up").get_by_text("changes nothing here")).to_be_visible()
    choose(page, "Plots played", "censorship")
    expect(row(page, "censorship").get_by_text("changes nothing here")).to_be_hidden()

    choose(page, "Plots played", "early warning")
    expect(page.locator(".calc-illegal")).to_contain_text("Early Warning: Play after a Disaster is played")


def test_an_ability_may_be_used_for_either_side_of_a_disaster(open_position) -> None:
    """Hurricane has Power 20 against 6: 24 with the Weather Satellite, 10 where the defense has it."""
    page = open_position("inwo destroy hurricane>japan at=4")
    unfold(page, "Plots, abilities and agents")
    choose(page, "Abilities used", "weather")
    assert 24 == strength(page)
    page.get_by_label("Weather Satellite helps").select_option(label="the defense")
    assert 10 == strength(page)
    assert "inwo destroy hurricane>japan with=weather-satellite at=4 ability=weather-satellite+against" == position_of(
        page
    )
