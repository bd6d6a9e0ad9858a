"""The technical report of an exam, in the order of the Standards for Educational and Psychological Testing.

Source: AERA, APA & NCME (2014). Standards for Educational and Psychological Testing. The numbers of
standards in the text are theirs.
"""
